//! DESCRIBE.

use super::drop::ObjectKind;
use crate::ast::{ObjectName, StringLiteral};

#[derive(Clone, Debug, PartialEq)]
pub enum Describe {
    /// `DESCRIBE [EXTENDED] t`
    Table { extended: bool, name: ObjectName },
    /// `DESCRIBE {CATALOG | DATABASE | FUNCTION | MODEL | CONNECTION} [EXTENDED] x`
    Object { kind: ObjectKind, extended: bool, name: ObjectName },
    /// `DESCRIBE JOB 'id'`
    Job(StringLiteral),
}
