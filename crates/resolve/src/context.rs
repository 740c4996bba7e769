//! What surrounds a statement that is resolved, and the state of resolving one.

use crate::bound::{Column, ColumnId, Expr, Relation};
use crate::diagnostics::{FlinkText, NOT_NULL_LITERAL, UNSUPPORTED_YET};
use crate::settings::SchemaSetting;
use ::options::{Configuration, TableOptions};
use diag::{Diagnostic, Severity, SourceMap, Span};
use indexmap::IndexMap;
use std::collections::HashMap;
use std::sync::Arc;
use table::catalog::{CatalogManager, CatalogTable, Namespace, ObjectIdentifier};
use table::connector::{ConnectorLookup, Environment, StandIns};
use table::function::FunctionLookup;
use table::{LogicalType, TypeKind, Value};
use workspace::{Dialect, Engine};

/// What a statement may refer to, and the settings that hold for it.
#[derive(Clone)]
pub struct Context<'a> {
    pub catalogs: &'a CatalogManager,
    pub functions: &'a dyn FunctionLookup,
    pub connectors: &'a dyn ConnectorLookup,
    pub configuration: &'a Configuration,
    pub sources: &'a SourceMap,
    pub environment: Arc<Environment>,
    /// `None` decides by the sources: batch when all are bounded.
    pub streaming: Option<bool>,
    /// Option layers between a table's definition and the hints of a reference.
    pub layers: Option<&'a dyn TableLayers>,
}

/// Gives what a script sets for a table, `SET table.key = value` and its like, and what the workspace says about it.
pub trait TableLayers {
    fn layers(&self, table: &ObjectIdentifier, streaming: bool) -> TableOptions;

    /// Properties of the schema, the weakest layer first; of one property and layer there is one. A stronger one replaces a weaker one.
    fn schema(&self, _table: &ObjectIdentifier, _streaming: bool) -> Vec<SchemaSetting> {
        Vec::new()
    }

    /// What the name of a table stands for in a mode.
    fn standing(&self, _table: &ObjectIdentifier, _streaming: bool) -> Standing {
        Standing::Itself
    }

    /// The options of a file that stands in for what the table is connected to.
    fn bind(&self, _table: &ObjectIdentifier) -> TableOptions {
        TableOptions::new()
    }

    /// True for an option that belongs to the table and that a script may not give.
    fn is_locked(&self, _table: &ObjectIdentifier, _connector: &str, _key: &str) -> bool {
        false
    }

    /// True for what is only looked at, because a cluster runs it.
    fn runs_elsewhere(&self) -> bool {
        false
    }

    /// True where a table may have a connector that is known by name only.
    fn may_lack_connector(&self, _connector: &str) -> bool {
        false
    }

    /// What takes the place of tables, in a test.
    fn stand_ins(&self) -> Option<&dyn StandIns> {
        None
    }

    /// Hears of each reference to a table whose connector is known by name only: no bound tree has it.
    fn note_elsewhere(&self, _reference: ElsewhereTable) {}

    /// The engine that the script is written for, where that is known.
    fn engine(&self) -> Option<&Engine> {
        None
    }
}

/// A reference to a table that only a cluster can open.
#[derive(Clone, Debug)]
pub struct ElsewhereTable {
    pub identifier: ObjectIdentifier,
    /// From all layers.
    pub options: TableOptions,
    pub is_sink: bool,
    pub span: Span,
}

/// What the name of a table stands for.
#[derive(Clone, Debug)]
pub enum Standing {
    Itself,
    /// Another table of the same name.
    Table(Arc<CatalogTable>),
    /// A mirror table, whose rows are in another table.
    Mirror(MirrorSide),
    /// Several tables, of these types, and nothing says which; or the choice, at its place, is none of them.
    Unclear {
        types: Vec<String>,
        chosen: Option<Span>,
    },
}

/// The table behind a mirror table in one mode.
#[derive(Clone, Debug)]
pub struct MirrorSide {
    pub table: ObjectIdentifier,
    /// The names of fields there, where they differ.
    pub fields: IndexMap<String, String>,
}

/// The state of resolving one statement.
pub(crate) struct Resolver<'a> {
    pub(crate) context: &'a Context<'a>,
    pub(crate) streaming: bool,
    pub(crate) environment: Arc<Environment>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The common table expressions in sight, the nearest last.
    pub(crate) common_tables: Vec<CommonTable>,
    /// Where names start: the current catalog and database, or those of the view that is being expanded.
    pub(crate) namespace: Namespace,
    /// Views that are being expanded, to stop at one that contains itself.
    pub(crate) views: Vec<ObjectIdentifier>,
    /// Whether a table was read that never ends.
    pub(crate) reads_unbounded: bool,
    /// Fields of mirror tables that are not in the table behind, to be reported when they are used.
    pub(crate) missing_fields: Vec<(ColumnId, Diagnostic)>,
    /// What becomes of mistakes that Flink finds only when it plans a query.
    pub(crate) late: LateMistakes,
    /// Such mistakes of computed columns, with the places of the calls that stand for them, to be reported when they are used.
    pub(crate) failing: Vec<(Span, Diagnostic)>,
    next_column: u32,
}

/// What becomes of mistakes that Flink finds only when it plans a query: it takes definitions with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LateMistakes {
    /// In a query.
    Refused,
    /// In a definition: a warning, and the definition is kept.
    Warned,
    /// In a column that is computed from others: the column fails when a query needs it.
    WhenUsed,
}

/// A resolved entry of a WITH clause; each reference gets a copy with columns of its own.
#[derive(Clone)]
pub(crate) struct CommonTable {
    pub(crate) name: String,
    pub(crate) relation: Relation,
    /// Its own query is being read: a reference is recursive.
    pub(crate) open: bool,
}

impl<'a> Resolver<'a> {
    pub(crate) fn new(context: &'a Context<'a>, streaming: bool) -> Self {
        let environment = Arc::new(Environment { streaming, ..Environment::clone(&context.environment) });
        Resolver {
            context,
            streaming,
            environment,
            diagnostics: Vec::new(),
            common_tables: Vec::new(),
            namespace: context.catalogs.current().clone(),
            views: Vec::new(),
            reads_unbounded: false,
            missing_fields: Vec::new(),
            late: LateMistakes::Refused,
            failing: Vec::new(),
            next_column: 0,
        }
    }

    /// Blink compares names without case.
    pub(crate) fn ignores_case(&self) -> bool {
        self.context.layers.and_then(|layers| layers.engine()).is_some_and(|engine| engine.dialect == Dialect::Blink)
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports and stands in for the expression that failed.
    pub(crate) fn fail(&mut self, span: Span, diagnostic: Diagnostic) -> Expr {
        self.report(diagnostic);
        unknown(span)
    }

    /// Reports a mistake that Flink finds only when it plans a query.
    pub(crate) fn report_late(&mut self, diagnostic: Diagnostic) {
        match self.late {
            LateMistakes::Warned if self.views.is_empty() => self.report(as_warning(diagnostic)),
            // The view that it reads was warned about where it was made.
            LateMistakes::Warned => {}
            LateMistakes::Refused | LateMistakes::WhenUsed => self.report(diagnostic),
        }
    }

    /// Reports such a mistake and stands in for the expression, whose type is known.
    pub(crate) fn fail_late(&mut self, span: Span, diagnostic: Diagnostic, data_type: LogicalType) -> Expr {
        match self.late {
            LateMistakes::Refused => self.fail(span, diagnostic),
            LateMistakes::Warned => {
                self.report_late(diagnostic);
                Expr::literal(Value::Null, data_type, span)
            }
            LateMistakes::WhenUsed => {
                self.failing.push((span, diagnostic.clone()));
                crate::functions::failing_call(diagnostic, data_type, span)
            }
        }
    }

    /// Reports the mistakes of computed columns that a relation still needs.
    pub(crate) fn report_failing(&mut self, relation: &Relation) {
        for (span, diagnostic) in std::mem::take(&mut self.failing) {
            let mut is_used = false;
            relation.visit(&mut |inner| {
                is_used |= inner.exprs().into_iter().any(|expr| crate::functions::has_failing_call(expr, span));
            });
            if is_used && !self.diagnostics.contains(&diagnostic) {
                self.report(diagnostic);
            }
        }
    }

    /// Reports a construct that is Flink SQL but that Tamias cannot run yet.
    pub(crate) fn unsupported(&mut self, span: Span, what: &str) {
        self.report(Diagnostic::error(UNSUPPORTED_YET, span, format!("{what} is not supported yet")));
    }

    pub(crate) fn column_id(&mut self) -> ColumnId {
        self.next_column += 1;
        ColumnId(self.next_column - 1)
    }

    pub(crate) fn column(&mut self, name: impl Into<String>, data_type: LogicalType) -> Column {
        Column { id: self.column_id(), name: name.into(), data_type }
    }

    /// What was found, in the order of the text of a statement; what concerns other texts, such as definitions, comes after.
    pub(crate) fn into_diagnostics(self, statement: Span) -> Vec<Diagnostic> {
        let mut diagnostics = self.diagnostics;
        diagnostics.sort_by_key(|diagnostic| {
            let span = diagnostic.span();
            (span.source != statement.source, span.source, span.start)
        });
        // A definition that is used twice is read twice.
        diagnostics.dedup_by(|a, b| (a.id, &a.message, a.span()) == (b.id, &b.message, b.span()));
        diagnostics
    }

    /// A copy of a relation whose columns have ids of their own.
    pub(crate) fn copy(&mut self, relation: &Relation) -> Relation {
        let mut copy = relation.clone();
        let mut renamed = HashMap::new();
        copy.visit_columns_mut(&mut |column| {
            column.id = *renamed.entry(column.id).or_insert_with(|| self.column_id());
        });
        copy.visit_references_mut(&mut |id| {
            if let Some(new) = renamed.get(id) {
                *id = *new;
            }
        });
        copy
    }

    pub(crate) fn snippet(&self, span: Span) -> &str {
        self.context.sources.snippet(span)
    }

    /// Refuses an untyped NULL where Flink does.
    pub(crate) fn refuse_null(&mut self, expr: Expr) -> Expr {
        if expr.data_type.kind != TypeKind::Null {
            return expr;
        }
        let span = expr.span;
        let diagnostic = Diagnostic::error(NOT_NULL_LITERAL, span, "this NULL has no type")
            .with_help("Give it a type: CAST(NULL AS STRING).")
            .flink_validator("Illegal use of 'NULL'");
        self.fail(span, diagnostic)
    }
}

fn as_warning(diagnostic: Diagnostic) -> Diagnostic {
    let warning = Diagnostic { severity: Severity::Warning, flink: None, ..diagnostic };
    warning.with_note("Flink takes this definition, and fails where a query needs it.")
}

/// What stands for an expression that failed: it fits everywhere and raises no further error.
pub(crate) fn unknown(span: Span) -> Expr {
    Expr::literal(Value::Null, LogicalType::new(TypeKind::Unknown), span)
}
