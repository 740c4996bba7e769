//! CREATE TABLE back to SQL, in the layout of SHOW CREATE TABLE.

use super::{
    ColumnConstraint, ColumnDef, ColumnKind, ConstraintKind, CreateMode, CreateTable, Distribution, DistributionMethod, IndexDef, Like,
    LikeFeature, LikeOption, MergeStrategy, Metadata, OptionEntry, OptionKey, OptionValue, Options, TableConstraint, TableElement,
    WatermarkDef,
};
use crate::ast::Ident;
use crate::print::{Print, Printer};

impl Print for CreateTable {
    fn print(&self, p: &mut Printer) {
        p.text(match self.mode {
            CreateMode::Create => "CREATE ",
            CreateMode::CreateOrReplace => "CREATE OR REPLACE ",
            CreateMode::Replace => "REPLACE ",
        });
        p.when(self.temporary, "TEMPORARY ").text("TABLE ").when(self.if_not_exists, "IF NOT EXISTS ").node(&self.name);
        print_elements(&self.elements, p);
        p.optional("\nCOMMENT ", self.comment.as_ref()).optional("\n", self.distribution.as_ref());
        print_partitioned_by(&self.partitioned_by, p);
        print_with(self.options.as_ref(), p);
        p.optional("\n", self.like.as_ref()).optional("\nAS ", self.query.as_ref());
    }
}

/// ` (` and one element a line, or nothing.
pub(crate) fn print_elements(elements: &[TableElement], p: &mut Printer) {
    if !elements.is_empty() {
        p.text(" (\n  ").separated(elements, ",\n  ").text("\n)");
    }
}

pub(crate) fn print_partitioned_by(columns: &[Ident], p: &mut Printer) {
    if !columns.is_empty() {
        p.text("\nPARTITIONED BY ").in_parentheses(columns);
    }
}

/// `WITH (` on its own line and one option a line.
pub(crate) fn print_with(options: Option<&Options>, p: &mut Printer) {
    match options {
        None => {}
        Some(options) if options.entries.is_empty() => {
            p.text("\nWITH ()");
        }
        Some(options) => {
            p.text("\nWITH (\n  ").separated(&options.entries, ",\n  ").text("\n)");
        }
    }
}

impl Print for TableElement {
    fn print(&self, p: &mut Printer) {
        match self {
            TableElement::Column(column) => column.print(p),
            TableElement::Watermark(watermark) => watermark.print(p),
            TableElement::Constraint(constraint) => constraint.print(p),
            TableElement::Name(name) => name.print(p),
            TableElement::Index(index) => index.print(p),
            TableElement::Period(_) => {
                p.text("PERIOD FOR SYSTEM_TIME");
            }
        }
    }
}

impl Print for ColumnDef {
    fn print(&self, p: &mut Printer) {
        p.node(&self.name);
        match &self.kind {
            ColumnKind::Typed { data_type, metadata, constraint, header } => {
                p.text(" ").node(data_type).optional(" ", metadata.as_ref()).optional(" ", constraint.as_ref());
                p.when(*header, " HEADER");
            }
            ColumnKind::Computed(expr) => {
                p.text(" AS ").node(expr);
            }
        }
        p.optional(" COMMENT ", self.comment.as_ref());
    }
}

impl Print for Metadata {
    fn print(&self, p: &mut Printer) {
        p.text("METADATA").optional(" FROM ", self.from.as_ref()).when(self.is_virtual, " VIRTUAL");
    }
}

impl Print for ColumnConstraint {
    fn print(&self, p: &mut Printer) {
        print_constraint_name(self.name.as_ref(), p);
        p.text(constraint_word(self.kind));
        print_enforced(self.enforced, p);
    }
}

impl Print for TableConstraint {
    fn print(&self, p: &mut Printer) {
        print_constraint_name(self.name.as_ref(), p);
        p.text(constraint_word(self.kind)).text(" ").in_parentheses(&self.columns);
        print_enforced(self.enforced, p);
    }
}

fn print_constraint_name(name: Option<&Ident>, p: &mut Printer) {
    if let Some(name) = name {
        p.text("CONSTRAINT ").node(name).text(" ");
    }
}

fn constraint_word(kind: ConstraintKind) -> &'static str {
    match kind {
        ConstraintKind::PrimaryKey => "PRIMARY KEY",
        ConstraintKind::Unique => "UNIQUE",
    }
}

fn print_enforced(enforced: Option<bool>, p: &mut Printer) {
    match enforced {
        Some(true) => p.text(" ENFORCED"),
        Some(false) => p.text(" NOT ENFORCED"),
        None => p,
    };
}

impl Print for WatermarkDef {
    fn print(&self, p: &mut Printer) {
        p.text("WATERMARK").optional(" ", self.name.as_ref()).text(" FOR ").node(&self.column).text(" AS ").node(&self.strategy);
    }
}

impl Print for IndexDef {
    fn print(&self, p: &mut Printer) {
        p.text(if self.unique { "UNIQUE INDEX" } else { "INDEX" }).optional(" ", self.name.as_ref());
        p.text(" ").in_parentheses(&self.columns);
    }
}

impl Print for Distribution {
    fn print(&self, p: &mut Printer) {
        p.text("DISTRIBUTED");
        print_distribution(self, p);
    }
}

/// The part after DISTRIBUTED or DISTRIBUTION.
pub(crate) fn print_distribution(distribution: &Distribution, p: &mut Printer) {
    if !distribution.columns.is_empty() {
        p.text(match distribution.method {
            Some(DistributionMethod::Hash) => " BY HASH",
            Some(DistributionMethod::Range) => " BY RANGE",
            None => " BY ",
        });
        p.in_parentheses(&distribution.columns);
    }
    if let Some(buckets) = &distribution.buckets {
        p.text(" INTO ").text(&buckets.value).text(" BUCKETS");
    }
}

/// `('k' = 'v', ..)` on one line.
impl Print for Options {
    fn print(&self, p: &mut Printer) {
        p.in_parentheses(&self.entries);
    }
}

impl Print for OptionEntry {
    fn print(&self, p: &mut Printer) {
        p.node(&self.key).text(" = ").node(&self.value);
    }
}

impl Print for OptionKey {
    fn print(&self, p: &mut Printer) {
        match self {
            OptionKey::String(key) => key.print(p),
            OptionKey::Name(key) => key.print(p),
        }
    }
}

impl Print for OptionValue {
    fn print(&self, p: &mut Printer) {
        match self {
            OptionValue::String(value) => value.print(p),
            OptionValue::Number(value, _) => {
                p.text(value);
            }
            OptionValue::Boolean(value, _) => {
                p.text(if *value { "TRUE" } else { "FALSE" });
            }
            OptionValue::Name(value) => value.print(p),
        }
    }
}

impl Print for Like {
    fn print(&self, p: &mut Printer) {
        p.text("LIKE ").node(&self.source);
        if !self.options.is_empty() {
            p.text(" (\n  ").separated(&self.options, "\n  ").text("\n)");
        }
    }
}

impl Print for LikeOption {
    fn print(&self, p: &mut Printer) {
        p.text(match self.strategy {
            MergeStrategy::Including => "INCLUDING ",
            MergeStrategy::Excluding => "EXCLUDING ",
            MergeStrategy::Overwriting => "OVERWRITING ",
        });
        p.text(match self.feature {
            LikeFeature::All => "ALL",
            LikeFeature::Constraints => "CONSTRAINTS",
            LikeFeature::Distribution => "DISTRIBUTION",
            LikeFeature::Generated => "GENERATED",
            LikeFeature::Metadata => "METADATA",
            LikeFeature::Options => "OPTIONS",
            LikeFeature::Partitions => "PARTITIONS",
            LikeFeature::Watermarks => "WATERMARKS",
        });
    }
}
