//! Names.

use diag::Span;

/// How an identifier was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quote {
    /// `name`
    Bare,
    /// `` `a name` ``
    Backtick,
    /// `${name}` or a name with such a part, such as `ods_${env}`: stands for one identifier once variables are known.
    Variable,
}

/// One part of a name, unquoted: `value` is what was meant (back-ticks removed, doubled ones halved).
/// For [`Quote::Variable`] it is the text as written.
#[derive(Clone, Debug)]
pub struct Ident {
    pub value: String,
    pub quote: Quote,
    pub span: Span,
}

impl Ident {
    pub fn new(value: impl Into<String>, span: Span) -> Self {
        Ident { value: value.into(), quote: Quote::Bare, span }
    }
}

impl PartialEq for Ident {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value && (self.quote == Quote::Variable) == (other.quote == Quote::Variable)
    }
}

impl Eq for Ident {}

/// A dotted name with one part or more: `t`, `db.t`, `cat.db.t`, `${project}.t`, `t.row_column.field`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectName {
    pub parts: Vec<Ident>,
    pub span: Span,
}

impl ObjectName {
    pub fn last(&self) -> &Ident {
        self.parts.last().expect("a name has at least one part")
    }

    /// The parts joined by dots, unquoted, for messages.
    pub fn text(&self) -> String {
        self.parts.iter().map(|p| p.value.as_str()).collect::<Vec<_>>().join(".")
    }
}

/// The name of a function: `f`, `db.f`, `project:f`, `${project}:f`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionName {
    pub project: Option<Ident>,
    pub name: ObjectName,
}

impl FunctionName {
    pub fn span(&self) -> Span {
        self.project.as_ref().map_or(self.name.span, |p| p.span.to(self.name.span))
    }
}
