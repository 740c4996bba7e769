//! What names of shared tables stand for: mirror tables, tables of two types, and HBase tables cropped by a hint.

use crate::bound::{Expr, Relation, RelationKind};
use crate::coercion::coerce;
use crate::columns::column_expr;
use crate::context::{MirrorSide, Resolver, Standing, unknown};
use crate::diagnostics::{AMBIGUOUS_TABLE_TYPE, INVALID_CROP, INVALID_HINT, MIRROR_FIELD};
use ::options::TableOptions;
use diag::{Diagnostic, Span, suggest};
use sql::ast::{Hint, HintArgs, HintValue, Ident, ObjectName, Quote};
use sql::statements::dml::Insert;
use std::sync::Arc;
use table::catalog::{CatalogObject, CatalogTable, ObjectIdentifier};
use table::{Column, ColumnKind, Field, TypeKind};

/// Connectors of tables that have a row key and families.
pub(crate) const FAMILY_CONNECTORS: &[&str] = &["cloudhbase", "alihbase", "hbase-1.4", "hbase-2.2", "hbase-2.6"];

impl Resolver<'_> {
    /// The table that a name stands for, and the side of a mirror table.
    pub(crate) fn standing(
        &mut self,
        identifier: &ObjectIdentifier,
        table: &Arc<CatalogTable>,
        span: Span,
    ) -> (Arc<CatalogTable>, Option<MirrorSide>) {
        let standing = self.context.layers.map_or(Standing::Itself, |layers| layers.standing(identifier, self.streaming));
        match standing {
            Standing::Itself => (Arc::clone(table), None),
            Standing::Table(other) => (other, None),
            Standing::Mirror(side) => (Arc::clone(table), Some(side)),
            Standing::Unclear { types, chosen } => {
                let message = format!(
                    "Please assign a single type to the table {} using the syntax SET XXX.XXX.tableType = 'XX'. Available types include: \
                     [{}].",
                    identifier.object,
                    types.join(", ")
                );
                self.report(Diagnostic::error(AMBIGUOUS_TABLE_TYPE, chosen.unwrap_or(span), message));
                (Arc::clone(table), None)
            }
        }
    }

    /// The table behind a mirror table.
    pub(crate) fn mirrored(&mut self, mirror: &ObjectIdentifier, side: &MirrorSide, span: Span) -> Option<Arc<CatalogTable>> {
        if let Ok(Some(found)) = self.context.catalogs.object(&side.table)
            && let CatalogObject::Table(table) = found.object
        {
            return Some(table);
        }
        let message = format!("table '{}' behind mirror table '{}' does not exist", side.table.summary(), mirror.summary());
        self.report(Diagnostic::error(MIRROR_FIELD, span, message));
        None
    }

    /// A file that stands in for the table behind a mirror table, unless one stands in for the mirror table.
    pub(crate) fn with_bind_behind(&self, mirror: &ObjectIdentifier, side: &MirrorSide, hints: &TableOptions) -> TableOptions {
        let mut hints = hints.clone();
        if let Some(layers) = self.context.layers
            && layers.bind(mirror).is_empty()
        {
            hints.merge(&layers.bind(&side.table));
        }
        hints
    }

    /// The columns of a mirror table, taken from the rows of the table behind it.
    pub(crate) fn mirror_columns(
        &mut self,
        input: Relation,
        identifier: &ObjectIdentifier,
        mirror: &CatalogTable,
        side: &MirrorSide,
    ) -> Relation {
        let span = input.span;
        let (mut exprs, mut columns) = (Vec::new(), Vec::new());
        for column in mirror.schema.columns.iter().filter(|column| !matches!(column.kind, ColumnKind::Computed(_))) {
            let wanted = side.fields.get(&column.name).unwrap_or(&column.name);
            let found = input.columns.iter().find(|c| c.name == *wanted);
            let expr = match found {
                Some(found) => coerce(column_expr(found, span), &column.data_type.clone().with_nullable(found.data_type.nullable)),
                None => Expr { data_type: column.data_type.clone(), ..unknown(span) },
            };
            let made = self.column(&column.name, expr.data_type.clone());
            if found.is_none() {
                let diagnostic = self.missing_field(identifier, side, column, wanted, span);
                self.missing_fields.push((made.id, diagnostic));
            }
            columns.push(made);
            exprs.push(expr);
        }
        Relation::new(RelationKind::Project { input: Box::new(input), exprs }, columns, span)
    }

    /// Reports the missing fields that a relation without unused columns still has.
    pub(crate) fn report_missing_fields(&mut self, relation: &Relation) {
        for (id, diagnostic) in std::mem::take(&mut self.missing_fields) {
            let mut is_used = false;
            relation.visit(&mut |inner| is_used |= inner.columns.iter().any(|column| column.id == id));
            if is_used {
                self.report(diagnostic);
            }
        }
    }

    fn missing_field(&self, identifier: &ObjectIdentifier, side: &MirrorSide, column: &Column, wanted: &str, span: Span) -> Diagnostic {
        let mode = if self.streaming { "stream" } else { "batch" };
        let message = format!("table '{}' has no field '{wanted}' for the mirror table '{}'", side.table.summary(), identifier.summary());
        let diagnostic = Diagnostic::error(MIRROR_FIELD, span, message)
            .with_help(format!("Name the field in the mirror table: '{mode}.fields.{}' = '..'.", column.name));
        let place = column.span;
        if place.is_none() { diagnostic } else { diagnostic.with_label(place, "the field of the mirror table") }
    }

    /// An INSERT into a mirror table as one into the table behind it: the same columns under their names there.
    pub(crate) fn mirror_insert(
        &mut self,
        insert: &Insert,
        identifier: &ObjectIdentifier,
        mirror: &CatalogTable,
        side: &MirrorSide,
        behind: &CatalogTable,
    ) -> Insert {
        let span = insert.target.span;
        let written = |name: &str| match insert.columns.is_empty() {
            true => Some(span),
            false => insert.columns.iter().find(|column| column.last().value == name).map(|column| column.span),
        };
        let mut columns: Vec<ObjectName> = Vec::new();
        let order: Vec<String> = match insert.columns.is_empty() {
            true => mirror.schema.persisted().map(|column| column.name.clone()).collect(),
            false => insert.columns.iter().map(|column| column.last().value.clone()).collect(),
        };
        for name in &order {
            let place = written(name).unwrap_or(span);
            let Some(column) = mirror.schema.column(name) else {
                self.unknown_column(mirror, name, place);
                continue;
            };
            let wanted = side.fields.get(name).unwrap_or(name);
            if behind.schema.column(wanted).is_none() {
                let diagnostic = self.missing_field(identifier, side, column, wanted, place);
                self.report(diagnostic);
                continue;
            }
            let part = Ident { value: wanted.clone(), quote: Quote::Backtick, span: place };
            columns.push(ObjectName { parts: vec![part], span: place });
        }
        Insert { columns, ..insert.clone() }
    }

    /// The columns that `dataphincolumns(rowkey, family.qualifier, ..)` leaves of a table.
    pub(crate) fn cropped(&mut self, table: &CatalogTable, identifier: &ObjectIdentifier, hints: &[Hint]) -> Option<CatalogTable> {
        let hint = hints.iter().find(|hint| hint.name.value.eq_ignore_ascii_case("dataphincolumns"))?;
        let connector = table.options.get("connector").unwrap_or_default();
        if !FAMILY_CONNECTORS.contains(&connector) {
            let message =
                format!("the hint dataphincolumns is for HBase tables; table '{}' has connector '{connector}'", identifier.summary());
            self.report(
                Diagnostic::error(INVALID_CROP, hint.span, message).with_help("Write the columns behind the table: INSERT INTO t (a, b)."),
            );
            return None;
        }
        let HintArgs::List(values) = &hint.args else {
            let diagnostic = Diagnostic::error(INVALID_CROP, hint.span, "the hint dataphincolumns names columns");
            self.report(diagnostic.with_help("Write /*+ dataphincolumns(rowkey, family.qualifier) */."));
            return None;
        };
        let mut columns: Vec<Column> = Vec::new();
        for value in values {
            self.crop_column(table, value, &mut columns);
        }
        let key = table.schema.physical().find(|column| !matches!(column.data_type.kind, TypeKind::Row(_)));
        if let Some(key) = key
            && !columns.iter().any(|column| column.name == key.name)
        {
            let message = format!("the hint dataphincolumns leaves out the row key '{}'", key.name);
            self.report(Diagnostic::error(INVALID_CROP, hint.span, message));
        }
        let mut cropped = table.clone();
        cropped.schema.columns = columns;
        Some(cropped)
    }

    /// Adds one name of the hint to the columns that stay.
    fn crop_column(&mut self, table: &CatalogTable, value: &HintValue, columns: &mut Vec<Column>) {
        let (text, span) = (value.text(), value.span());
        let (family, qualifier) = text.split_once('.').map_or((text.as_str(), None), |(family, qualifier)| (family, Some(qualifier)));
        let Some(column) = table.schema.column(family) else {
            self.unknown_column(table, family, span);
            return;
        };
        let Some(qualifier) = qualifier else {
            columns.retain(|other| other.name != column.name);
            columns.push(column.clone());
            return;
        };
        let fields = match &column.data_type.kind {
            TypeKind::Row(fields) => fields.as_slice(),
            _ => &[],
        };
        let Some(field) = fields.iter().find(|field| field.name == qualifier) else {
            let diagnostic = Diagnostic::error(INVALID_CROP, span, format!("family '{family}' has no qualifier '{qualifier}'"));
            self.report(match suggest::nearest(qualifier, fields.iter().map(|field| field.name.as_str())) {
                Some(near) => diagnostic.with_help(format!("Did you mean '{near}'?")),
                None => diagnostic,
            });
            return;
        };
        add_field(columns, column, field);
    }

    /// The hint crops what is written.
    pub(crate) fn refuse_crop_of_source(&mut self, hints: &[Hint]) {
        for hint in hints.iter().filter(|hint| hint.name.value.eq_ignore_ascii_case("dataphincolumns")) {
            self.report(Diagnostic::error(INVALID_HINT, hint.span, "the hint dataphincolumns belongs to the target of an INSERT"));
        }
    }
}

/// Several qualifiers of one family are one ROW.
fn add_field(columns: &mut Vec<Column>, family: &Column, field: &Field) {
    if let Some(Column { data_type, .. }) = columns.iter_mut().find(|column| column.name == family.name) {
        if let TypeKind::Row(fields) = &mut data_type.kind
            && !fields.iter().any(|other| other.name == field.name)
        {
            let mut more = fields.to_vec();
            more.push(field.clone());
            data_type.kind = TypeKind::Row(more);
        }
        return;
    }
    let mut column = family.clone();
    column.data_type.kind = TypeKind::Row(vec![field.clone()]);
    columns.push(column);
}
