//! The elements of a table definition, one by one: columns, watermark, primary key.

use super::diagnostics::{INVALID_PRIMARY_KEY, INVALID_WATERMARK, MISSING_COLUMN, NOT_SUPPORTED};
use super::expand::first_query;
use super::{Definer, SQL_VALIDATE, SQL_VALIDATOR, VALIDATION, quoted_list};
use crate::bound;
use crate::diagnostics::UNKNOWN_COLUMN;
use diag::{Diagnostic, Span, suggest};
use sql::ast::{Expr, ExprKind, ObjectName};
use sql::statements::create_table::{self as ast, ConstraintKind, TableConstraint, TableElement, WatermarkDef};
use table::{Column, ColumnKind, LogicalType, PrimaryKey, Schema, TimeAttribute, TypeKind, Watermark};

/// A primary key as written, at a column or by itself.
pub(super) struct KeyDef<'n> {
    pub(super) name: Option<&'n sql::ast::Ident>,
    pub(super) columns: Vec<&'n sql::ast::Ident>,
    pub(super) span: Span,
}

impl Definer<'_> {
    /// A column with the type that is declared. The type of a computed column comes from `in_sight`, the columns its expression may use.
    pub(super) fn column(&mut self, def: &ast::ColumnDef, in_sight: &[Column]) -> Column {
        let (kind, data_type) = match &def.kind {
            ast::ColumnKind::Typed { data_type, metadata, .. } => {
                let kind = metadata.as_ref().map_or(ColumnKind::Physical, |metadata| ColumnKind::Metadata {
                    key: metadata.from.as_ref().map(|from| from.value.clone()),
                    is_virtual: metadata.is_virtual,
                });
                (kind, crate::resolve_data_type(data_type, &mut self.diagnostics))
            }
            ast::ColumnKind::Computed(expr) => {
                let data_type = self.infer(expr, in_sight);
                (ColumnKind::Computed(self.sql_text(expr)), data_type)
            }
        };
        let comment = def.comment.as_ref().map(|comment| comment.value.clone());
        Column { name: def.name.value.clone(), kind, data_type, comment, span: def.span }
    }

    /// The type of an expression over columns.
    pub(crate) fn infer(&mut self, expr: &Expr, columns: &[Column]) -> LogicalType {
        if let Some(query) = first_query(expr) {
            let diagnostic = Diagnostic::error(NOT_SUPPORTED, query, "the expression of a column cannot contain a query")
                .with_help("Join in a view instead.")
                .with_flink("org.apache.calcite.runtime.CalciteException: Query expression encountered in illegal context");
            self.report(diagnostic);
            return LogicalType::new(TypeKind::Unknown);
        }
        let in_sight: Vec<bound::Column> = (0..).zip(columns).map(|(id, column)| bound_column(id, column)).collect();
        let (resolved, diagnostics) = crate::expression(self.context, expr, &in_sight);
        self.diagnostics.extend(diagnostics.into_iter().map(as_in_definition));
        resolved.map_or(LogicalType::new(TypeKind::Unknown), |expr| expr.data_type)
    }

    /// The watermark, checked against the columns of its table.
    pub(crate) fn watermark(&mut self, def: &WatermarkDef, columns: &[Column]) -> Option<Watermark> {
        let path: Vec<String> = def.column.parts.iter().map(|part| part.value.clone()).collect();
        let Some(column_type) = path_type(&path, columns) else {
            self.unknown_rowtime(&def.column, columns);
            return None;
        };
        if column_type.time_attribute() == TimeAttribute::Proctime {
            let message = format!("column '{}' is processing time, which needs no watermark", def.column.text());
            let flink = format!("{VALIDATION}: A watermark can not be defined for a processing-time attribute.");
            self.report(Diagnostic::error(INVALID_WATERMARK, def.column.span, message).with_flink(flink));
            return None;
        }
        self.check_rowtime(&column_type, def.column.span, &format!("column '{}'", def.column.text()), "time field", "time field type");
        if !is_source_watermark(&def.strategy) {
            let strategy_type = self.infer(&def.strategy, columns);
            self.check_rowtime(&strategy_type, def.strategy.span, "the watermark expression", "expression", "watermark expression type");
        }
        Some(Watermark { column: path, strategy: self.sql_text(&def.strategy), span: def.span })
    }

    fn unknown_rowtime(&mut self, name: &ObjectName, columns: &[Column]) {
        let names = || columns.iter().map(|c| c.name.as_str());
        let flink = format!(
            "{VALIDATION}: The rowtime attribute field '{}' is not defined in the table schema, at {}\nAvailable fields: {}",
            name.text(),
            self.position(name.span),
            quoted_list(names()),
        );
        self.report(with_near(missing_column(name.span, &name.text()), &name.text(), names()).with_flink(flink));
    }

    fn check_rowtime(&mut self, data_type: &LogicalType, span: Span, what: &str, flink_what: &str, flink_type: &str) {
        let is_fine = match data_type.kind {
            TypeKind::Timestamp { precision, .. } | TypeKind::TimestampLtz { precision, .. } => precision <= 3,
            TypeKind::Unknown => true,
            _ => false,
        };
        if is_fine {
            return;
        }
        let flink = format!(
            "{VALIDATION}: Invalid data type of {flink_what} for watermark definition. The field must be of type TIMESTAMP(p) or \
             TIMESTAMP_LTZ(p), the supported precision 'p' is from 0 to 3, but the {flink_type} is {data_type}"
        );
        let diagnostic = Diagnostic::error(INVALID_WATERMARK, span, format!("{what} has type {data_type}, which cannot be event time"))
            .with_note("Event time has the type TIMESTAMP(p) or TIMESTAMP_LTZ(p) with p from 0 to 3.")
            .with_flink(flink);
        let help = match data_type.kind {
            TypeKind::Varchar(_) | TypeKind::Char(_) => Some("Add a computed column: ts AS TO_TIMESTAMP(column)."),
            TypeKind::BigInt => Some("Add a computed column: ts AS TO_TIMESTAMP_LTZ(column, 3)."),
            TypeKind::Timestamp { .. } => Some("Declare it as TIMESTAMP(3), or add a computed column: ts AS CAST(column AS TIMESTAMP(3))."),
            TypeKind::TimestampLtz { .. } => Some("Declare it as TIMESTAMP_LTZ(3), or cast it in a computed column."),
            _ => None,
        };
        self.report(match help {
            Some(help) => diagnostic.with_help(help),
            None => diagnostic,
        });
    }

    /// The primary key of a definition, if any; several, and what Flink does not support, are reported.
    pub(super) fn primary_key_def<'n>(&mut self, elements: impl IntoIterator<Item = &'n TableElement>) -> Option<KeyDef<'n>> {
        let mut found: Option<KeyDef<'n>> = None;
        for element in elements {
            let Some((kind, enforced, key)) = key_of(element) else { continue };
            if !self.is_supported_constraint(kind, enforced, key.span) {
                continue;
            }
            if let Some(first) = &found {
                let diagnostic = Diagnostic::error(INVALID_PRIMARY_KEY, key.span, "a table has only one primary key")
                    .with_label(first.span, "the first one")
                    .with_help("Name all columns in one PRIMARY KEY (a, b) NOT ENFORCED.")
                    .with_flink(format!("{SQL_VALIDATE}: Duplicate primary key definition"));
                self.report(diagnostic);
                continue;
            }
            found = Some(key);
        }
        found
    }

    fn is_supported_constraint(&mut self, kind: ConstraintKind, enforced: Option<bool>, span: Span) -> bool {
        if kind == ConstraintKind::Unique {
            let diagnostic = Diagnostic::error(NOT_SUPPORTED, span, "UNIQUE is not supported")
                .with_help("Use PRIMARY KEY (..) NOT ENFORCED, or leave it out.")
                .with_flink(format!("{SQL_VALIDATE}: UNIQUE constraint is not supported yet"));
            self.report(diagnostic);
            return false;
        }
        if enforced != Some(false) {
            let flink = format!(
                "{SQL_VALIDATE}: Flink doesn't support ENFORCED mode for PRIMARY KEY constraint. ENFORCED/NOT ENFORCED controls if the \
                 constraint checks are performed on the incoming/outgoing data. Flink does not own the data therefore the only supported \
                 mode is the NOT ENFORCED mode"
            );
            let diagnostic = Diagnostic::error(INVALID_PRIMARY_KEY, span, "a primary key has to be NOT ENFORCED")
                .with_note("The key is a promise about the data; nothing checks it.")
                .with_flink(flink);
            self.report(match enforced {
                None => diagnostic.with_fix("Add NOT ENFORCED.", span.after(), " NOT ENFORCED"),
                Some(_) => diagnostic.with_help("Write NOT ENFORCED instead of ENFORCED."),
            });
            return false;
        }
        true
    }

    /// Turns a key into that of a schema.
    pub(super) fn primary_key(&mut self, def: &KeyDef<'_>) -> Option<PrimaryKey> {
        let columns: Vec<String> = def.columns.iter().map(|c| c.value.clone()).collect();
        let name = def.name.map_or_else(|| default_key_name(&columns), |name| name.value.clone());
        let doubled = def.columns.iter().enumerate().find(|(i, c)| columns[..*i].contains(&c.value));
        if let Some((_, column)) = doubled {
            let flink = format!(
                "{VALIDATION}: Invalid primary key '{name}'. A primary key must not contain duplicate columns. Found: [{}]",
                column.value
            );
            let message = format!("column '{}' is twice in the primary key", column.value);
            self.report(Diagnostic::error(INVALID_PRIMARY_KEY, column.span, message).with_flink(flink));
            return None;
        }
        Some(PrimaryKey { name, columns, span: def.span })
    }

    /// Reports what Blink or parser leniency lets through.
    pub(super) fn unsupported_element(&mut self, element: &TableElement) {
        let (span, what) = match element {
            TableElement::Index(index) => (index.span, "INDEX"),
            TableElement::Period(span) => (*span, "PERIOD FOR SYSTEM_TIME"),
            _ => return,
        };
        let diagnostic = Diagnostic::warning(NOT_SUPPORTED, span, format!("{what} of a table has no effect"));
        self.report(diagnostic);
    }
}

/// `SOURCE_WATERMARK()`: the source itself says how far its time has come.
fn is_source_watermark(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Function(call) => call.args.is_empty() && call.name.name.text().eq_ignore_ascii_case("SOURCE_WATERMARK"),
        _ => false,
    }
}

fn bound_column(id: u32, column: &Column) -> bound::Column {
    bound::Column { id: bound::ColumnId(id), name: column.name.clone(), data_type: column.data_type.clone() }
}

/// Flink names an unknown column of a definition differently than one of a query.
fn as_in_definition(mut diagnostic: Diagnostic) -> Diagnostic {
    if diagnostic.id == UNKNOWN_COLUMN
        && let Some(name) = diagnostic.message.split('\'').nth(1)
    {
        diagnostic.flink = Some(format!("{SQL_VALIDATOR}: Unknown identifier '{name}'"));
    }
    diagnostic
}

fn key_of(element: &TableElement) -> Option<(ConstraintKind, Option<bool>, KeyDef<'_>)> {
    match element {
        TableElement::Constraint(TableConstraint { name, kind, columns, enforced, span }) => {
            Some((*kind, *enforced, KeyDef { name: name.as_ref(), columns: columns.iter().collect(), span: *span }))
        }
        TableElement::Column(column) => match &column.kind {
            ast::ColumnKind::Typed { constraint: Some(constraint), .. } => {
                let key = KeyDef { name: constraint.name.as_ref(), columns: vec![&column.name], span: constraint.span };
                Some((constraint.kind, constraint.enforced, key))
            }
            _ => None,
        },
        _ => None,
    }
}

/// `PK_a_b`
fn default_key_name(columns: &[String]) -> String {
    format!("PK_{}", columns.join("_"))
}

/// The type of a column, or of a field in it.
fn path_type(path: &[String], columns: &[Column]) -> Option<LogicalType> {
    let (first, fields) = path.split_first()?;
    let mut data_type = columns.iter().find(|c| c.name == *first)?.data_type.clone();
    for field in fields {
        let inner = match &data_type.kind {
            TypeKind::Row(inner) | TypeKind::Structured { fields: inner, .. } => inner.iter().find(|f| f.name == *field)?.data_type.clone(),
            TypeKind::Unknown => return Some(data_type),
            _ => return None,
        };
        data_type = inner.or_nullable(data_type.nullable);
    }
    Some(data_type)
}

/// Marks the columns of the key as NOT NULL.
pub(super) fn set_key_not_null(schema: &mut Schema) {
    let Some(key) = &schema.primary_key else { return };
    for column in &mut schema.columns {
        if key.columns.contains(&column.name) {
            column.data_type.nullable = false;
        }
    }
}

pub(super) fn missing_column(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(MISSING_COLUMN, span, format!("the table has no column '{name}'"))
}

pub(super) fn with_near<'n>(diagnostic: Diagnostic, name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Diagnostic {
    match suggest::nearest(name, candidates) {
        Some(near) => diagnostic.with_help(format!("Did you mean '{near}'?")),
        None => diagnostic,
    }
}
