//! Scopes: which columns a name can mean.
//!
//! A scope has the tables of a FROM clause and, for a subquery, the scope around it. A name of several parts is first a table and its
//! column, then a column and its fields, as in Flink. Columns compare with case.

use crate::bound::{Column, ColumnId, Expr, ExprKind};
use crate::context::{Resolver, unknown};
use crate::diagnostics::{AMBIGUOUS_COLUMN, FlinkText, UNKNOWN_COLUMN, UNKNOWN_FIELD, UNKNOWN_TABLE_ALIAS};
use crate::expr::Place;
use crate::query::has_any_column;
use diag::{Diagnostic, suggest};
use sql::ast::{Ident, ObjectName};
use table::{LogicalType, TypeKind};

/// The tables in sight.
#[derive(Default)]
pub(crate) struct Scope<'s> {
    pub(crate) parent: Option<&'s Scope<'s>>,
    pub(crate) tables: Vec<ScopeTable>,
    /// Columns that USING or NATURAL made one of.
    pub(crate) merged: Vec<MergedColumn>,
}

/// A table under the name that the query gives it.
#[derive(Clone, Debug)]
pub(crate) struct ScopeTable {
    /// The alias, or the last part of the table's name.
    pub(crate) name: Option<String>,
    /// The catalog and database of a table without alias.
    pub(crate) qualifier: Vec<String>,
    pub(crate) columns: Vec<Column>,
}

#[derive(Clone, Debug)]
pub(crate) struct MergedColumn {
    pub(crate) name: String,
    pub(crate) expr: Expr,
    /// The columns it stands for.
    pub(crate) ids: Vec<ColumnId>,
}

/// What an unqualified name finds in one scope.
enum Found {
    One(Expr),
    Several,
    None,
}

impl<'s> Scope<'s> {
    pub(crate) fn new(parent: Option<&'s Scope<'s>>) -> Self {
        Scope { parent, tables: Vec::new(), merged: Vec::new() }
    }

    pub(crate) fn of_columns(parent: Option<&'s Scope<'s>>, columns: &[Column]) -> Self {
        let table = ScopeTable { name: None, qualifier: Vec::new(), columns: columns.to_vec() };
        Scope { parent, tables: vec![table], merged: Vec::new() }
    }

    /// The columns that `*` stands for: merged ones first.
    pub(crate) fn star(&self, span: diag::Span) -> Vec<(String, Expr)> {
        let merged = self.merged.iter().map(|m| (m.name.clone(), Expr { span, ..m.expr.clone() }));
        let rest = self.tables.iter().flat_map(|table| &table.columns).filter(|column| !self.is_merged(column.id));
        merged.chain(rest.map(|column| (column.name.clone(), column_expr(column, span)))).collect()
    }

    pub(crate) fn is_merged(&self, id: ColumnId) -> bool {
        self.merged.iter().any(|m| m.ids.contains(&id))
    }

    /// The names that are in sight, the nearest scope first, for "did you mean".
    fn column_names(&self) -> Vec<&str> {
        let own = self.tables.iter().flat_map(|t| &t.columns).map(|c| c.name.as_str());
        own.chain(self.parent.into_iter().flat_map(Scope::column_names)).collect()
    }

    fn table_names(&self) -> Vec<&str> {
        let own = self.tables.iter().filter_map(|t| t.name.as_deref());
        own.chain(self.parent.into_iter().flat_map(Scope::table_names)).collect()
    }

    /// Whether an unqualified name means a column here or around.
    pub(crate) fn has_column(&self, name: &str) -> bool {
        let here = self.tables.iter().flat_map(|t| &t.columns).any(|c| c.name == name);
        here || self.parent.is_some_and(|parent| parent.has_column(name))
    }

    /// Whether a failed table is in sight, which may have had any column.
    fn has_failed_table(&self) -> bool {
        self.tables.iter().any(|t| has_any_column(&t.columns)) || self.parent.is_some_and(Scope::has_failed_table)
    }

    fn find_here(&self, name: &Ident) -> Found {
        let merged = self.merged.iter().filter(|m| m.name == name.value).map(|m| Expr { span: name.span, ..m.expr.clone() });
        let plain = self.tables.iter().flat_map(|t| &t.columns).filter(|c| c.name == name.value && !self.is_merged(c.id));
        let mut all = merged.chain(plain.map(|c| column_expr(c, name.span)));
        match (all.next(), all.next()) {
            (Some(found), None) => Found::One(found),
            (Some(_), Some(_)) => Found::Several,
            (None, _) => Found::None,
        }
    }

    /// The table that the first parts of a name mean, and how many parts that takes; tables of nearer scopes win.
    pub(crate) fn find_table(&self, parts: &[Ident]) -> Option<(&ScopeTable, usize)> {
        let longest = parts.len().min(3);
        let here = (1..=longest).rev().find_map(|count| Some((self.tables.iter().find(|t| t.is_called(&parts[..count]))?, count)));
        here.or_else(|| self.parent?.find_table(parts))
    }
}

impl ScopeTable {
    pub(crate) fn named(name: impl Into<String>, columns: Vec<Column>) -> Self {
        ScopeTable { name: Some(name.into()), qualifier: Vec::new(), columns }
    }

    fn is_called(&self, parts: &[Ident]) -> bool {
        let Some((last, qualifier)) = parts.split_last() else { return false };
        let tail = self.qualifier.len().checked_sub(qualifier.len());
        self.name.as_deref() == Some(last.value.as_str())
            && tail.is_some_and(|start| self.qualifier[start..].iter().zip(qualifier).all(|(a, b)| *a == b.value))
    }
}

pub(crate) fn column_expr(column: &Column, span: diag::Span) -> Expr {
    Expr::column(column.id, column.data_type.clone(), span)
}

impl Resolver<'_> {
    /// Resolves `a`, `t.a`, `t.r.f`, `r.f`.
    pub(crate) fn column_name(&mut self, name: &ObjectName, place: Place<'_>) -> Expr {
        let parts = &name.parts;
        if parts.len() > 1
            && let Some((table, count)) = place.scope.find_table(&parts[..parts.len() - 1])
        {
            let column = &parts[count];
            let mut found = table.columns.iter().filter(|c| c.name == column.value);
            return match (found.next(), found.next()) {
                (Some(found), None) => self.fields(column_expr(found, column.span.to(parts[0].span)), &parts[count + 1..]),
                (Some(_), Some(_)) => self.ambiguous(column),
                (None, _) if has_any_column(&table.columns) => unknown(name.span),
                (None, _) => match self.in_other_case(name, place) {
                    Some(other) => self.column_name(&other, place),
                    None => self.not_in_table(table, &parts[count - 1], column),
                },
            };
        }
        let mut scope = Some(place.scope);
        while let Some(here) = scope {
            match here.find_here(&parts[0]) {
                Found::One(column) => return self.fields(column, &parts[1..]),
                Found::Several => return self.ambiguous(&parts[0]),
                Found::None => scope = here.parent,
            }
        }
        if place.scope.has_failed_table() {
            return unknown(name.span);
        }
        if parts.len() == 1 && parts[0].value.eq_ignore_ascii_case("PI") {
            return self.call_named("PI", Vec::new(), name.span);
        }
        if let Some(other) = self.in_other_case(name, place) {
            return self.column_name(&other, place);
        }
        if parts.len() > 1 { self.no_such_table(&parts[0], place) } else { self.no_such_column(&parts[0], place) }
    }

    /// A name as what is in sight is called, where case makes no difference.
    fn in_other_case(&self, name: &ObjectName, place: Place<'_>) -> Option<ObjectName> {
        if !self.ignores_case() {
            return None;
        }
        let mut other = name.clone();
        let only = |names: Vec<&str>, part: &Ident| {
            let mut same: Vec<&str> = names.into_iter().filter(|known| known.eq_ignore_ascii_case(&part.value)).collect();
            same.sort_unstable();
            same.dedup();
            matches!(same.as_slice(), [_]).then(|| same[0].to_owned())
        };
        if let [table, column, ..] = other.parts.as_mut_slice() {
            table.value = only(place.scope.table_names(), table)?;
            let (found, _) = place.scope.find_table(std::slice::from_ref(table))?;
            column.value = only(found.columns.iter().map(|c| c.name.as_str()).collect(), column)?;
        } else {
            other.parts[0].value = only(place.scope.column_names(), &other.parts[0])?;
        }
        (other != *name).then_some(other)
    }

    /// Takes fields out of a row, one after the other.
    pub(crate) fn fields(&mut self, mut expr: Expr, path: &[Ident]) -> Expr {
        for field in path {
            expr = self.field(expr, field);
        }
        expr
    }

    pub(crate) fn field(&mut self, expr: Expr, field: &Ident) -> Expr {
        let span = expr.span.to(field.span);
        let fields = match &expr.data_type.kind {
            TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => fields,
            TypeKind::Unknown => return unknown(span),
            _ => return self.not_a_row(&expr, field),
        };
        match fields.iter().position(|f| f.name == field.value) {
            Some(index) => {
                let data_type = fields[index].data_type.clone().or_nullable(expr.data_type.nullable);
                Expr::new(ExprKind::Field { expr: Box::new(expr), index }, data_type, span)
            }
            None => {
                let names: Vec<&str> = fields.iter().map(|f| f.name.as_str()).collect();
                let diagnostic = Diagnostic::error(UNKNOWN_FIELD, field.span, format!("the row has no field '{}'", field.value))
                    .flink_validator(format!("Unknown field '{}'", field.value));
                let diagnostic = with_near(diagnostic, field, names.iter().copied());
                self.fail(span, diagnostic.with_note(format!("Its fields are {}.", names.join(", "))))
            }
        }
    }

    fn not_a_row(&mut self, expr: &Expr, field: &Ident) -> Expr {
        let message = format!("'{}' is no field: what stands before the dot is {}, not a ROW", field.value, type_text(&expr.data_type));
        let diagnostic = Diagnostic::error(UNKNOWN_FIELD, field.span, message).flink_validator(format!(
            "Column '{}' not found in table '{}'",
            field.value,
            self.snippet(expr.span)
        ));
        self.fail(expr.span.to(field.span), diagnostic)
    }

    fn ambiguous(&mut self, column: &Ident) -> Expr {
        let diagnostic = Diagnostic::error(AMBIGUOUS_COLUMN, column.span, format!("column '{}' is ambiguous", column.value))
            .with_help("Write the table in front: t.column.")
            .flink_validator(format!("Column '{}' is ambiguous", column.value));
        self.fail(column.span, diagnostic)
    }

    fn not_in_table(&mut self, table: &ScopeTable, alias: &Ident, column: &Ident) -> Expr {
        let message = format!("column '{}' is not in table '{}'", column.value, alias.value);
        let diagnostic = Diagnostic::error(UNKNOWN_COLUMN, column.span, message)
            .flink_validator(format!("Column '{}' not found in table '{}'", column.value, alias.value));
        let diagnostic = with_near(diagnostic, column, table.columns.iter().map(|c| c.name.as_str()));
        self.fail(alias.span.to(column.span), diagnostic)
    }

    fn no_such_table(&mut self, table: &Ident, place: Place<'_>) -> Expr {
        let diagnostic = Diagnostic::error(UNKNOWN_TABLE_ALIAS, table.span, format!("'{}' is no table of this query", table.value))
            .flink_validator(format!("Table '{}' not found", table.value));
        let diagnostic = with_near(diagnostic, table, place.scope.table_names());
        self.fail(table.span, diagnostic)
    }

    fn no_such_column(&mut self, column: &Ident, place: Place<'_>) -> Expr {
        let diagnostic = Diagnostic::error(UNKNOWN_COLUMN, column.span, format!("column '{}' is not in any table", column.value))
            .flink_validator(format!("Column '{}' not found in any table", column.value));
        let is_alias = place.aliases.contains(&column.value);
        let diagnostic = match is_alias {
            true => diagnostic
                .with_note(format!("'{}' is a name that SELECT gives; {} cannot see it.", column.value, place.clause.text()))
                .with_help("Repeat the expression, or use a subquery: SELECT .. FROM (SELECT ..) WHERE .."),
            false => with_near(diagnostic, column, place.scope.column_names()),
        };
        self.fail(column.span, diagnostic)
    }
}

fn with_near<'n>(diagnostic: Diagnostic, name: &Ident, candidates: impl IntoIterator<Item = &'n str>) -> Diagnostic {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let other_case = candidates.iter().copied().find(|c| c.eq_ignore_ascii_case(&name.value));
    if let Some(near) = other_case {
        return diagnostic.with_note("Names of columns and tables compare with case.").with_fix(
            format!("did you mean '{near}'?"),
            name.span,
            quoted(near),
        );
    }
    match suggest::nearest(&name.value, candidates) {
        Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), name.span, quoted(near)),
        None => diagnostic,
    }
}

/// A name as SQL needs it: in back-ticks unless it is plain.
pub(crate) fn quoted(name: &str) -> String {
    let plain =
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain { name.to_owned() } else { format!("`{}`", name.replace('`', "``")) }
}

/// The name of a type for a message, without its nullability.
pub(crate) fn type_text(data_type: &LogicalType) -> String {
    data_type.kind.to_string()
}
