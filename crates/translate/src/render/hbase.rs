//! HBase: one ROW for each column family in VVR and Flink, flat columns of a single family in Blink.

use super::Renderer;
use super::tables::Role;
use crate::definition::TableDefinition;
use crate::diagnostics::HINT;
use crate::target::Engine;
use diag::{Diagnostic, Span};
use sql::ast::{
    DataType, DataTypeKind, Expr, ExprKind, HintValue, Ident, ObjectName, Query, RowField, SelectItem, TableAlias, TableRef, TableRefKind,
};
use sql::statements::create_table::{ColumnDef, ColumnKind};

pub(crate) fn is_hbase(definition: &TableDefinition) -> bool {
    let connector = definition.connector().map_or("", |connector| connector.text.as_str());
    let connector = connector.to_ascii_lowercase();
    connector == "cloudhbase" || connector == "alihbase" || connector.starts_with("hbase")
}

/// The columns that the hint dataphincolumns leaves, in its order: the row key, then one ROW for each family.
pub(crate) fn cropped(definition: &TableDefinition, values: &[HintValue], span: Span) -> Result<Vec<ColumnDef>, Box<Diagnostic>> {
    let mut columns: Vec<ColumnDef> = Vec::new();
    for value in values {
        let path: Vec<String> = value.text().split('.').map(str::to_owned).collect();
        let unknown = || {
            Box::new(Diagnostic::error(HINT, value.span(), format!("table '{}' has no column '{}'", definition.name.text(), value.text())))
        };
        let whole = path.first().and_then(|name| definition.column(name)).ok_or_else(unknown)?;
        match path.as_slice() {
            [_] if columns.iter().all(|known| known.name != whole.name) => columns.push(whole.clone()),
            [_, qualifier] => add_field(&mut columns, whole, qualifier).ok_or_else(unknown)?,
            _ => return Err(unknown()),
        }
    }
    let is_flat = |column: &&ColumnDef| !matches!(&column.kind, ColumnKind::Typed { data_type, .. } if matches!(data_type.kind, DataTypeKind::Row(_)));
    match definition.columns.iter().find(is_flat) {
        Some(key) if !columns.iter().any(|column| column.name == key.name) => {
            let message = format!("the hint dataphincolumns leaves out the row key '{}'", key.name.value);
            Err(Box::new(Diagnostic::error(HINT, span, message)))
        }
        _ => Ok(columns),
    }
}

/// Adds one qualifier of a family.
fn add_field(columns: &mut Vec<ColumnDef>, family: &ColumnDef, qualifier: &str) -> Option<()> {
    let ColumnKind::Typed { data_type: DataType { kind: DataTypeKind::Row(fields), .. }, .. } = &family.kind else { return None };
    let field = fields.iter().find(|field| field.name.value == qualifier)?.clone();
    if !columns.iter().any(|known| known.name == family.name) {
        let mut cropped = family.clone();
        if let ColumnKind::Typed { data_type, .. } = &mut cropped.kind {
            data_type.kind = DataTypeKind::Row(Vec::new());
        }
        columns.push(cropped);
    }
    let known = columns.iter_mut().find(|known| known.name == family.name)?;
    if let ColumnKind::Typed { data_type: DataType { kind: DataTypeKind::Row(fields), .. }, .. } = &mut known.kind {
        fields.push(field);
    }
    Some(())
}

impl Renderer<'_> {
    /// True for a flat table of Blink that becomes one with a ROW.
    pub(crate) fn gets_family(&self, definition: &TableDefinition) -> bool {
        definition.form == Engine::Blink && !self.target.is_blink() && is_hbase(definition) && key_name(definition).is_some()
    }

    /// Puts all columns but the row key into the ROW of the family.
    pub(crate) fn add_family(&mut self, definition: &mut TableDefinition, roles: &[Role]) {
        let Some(key) = key_name(definition) else { return };
        let family = family_of(definition);
        let is_key = |column: &ColumnDef| column.name.value.eq_ignore_ascii_case(&key);
        let (mut columns, flat): (Vec<_>, Vec<_>) = std::mem::take(&mut definition.columns).into_iter().partition(is_key);
        let field = |column: ColumnDef| match column.kind {
            ColumnKind::Typed { data_type, .. } => Some(RowField { name: column.name, data_type, comment: None }),
            ColumnKind::Computed(_) => None,
        };
        let fields: Vec<RowField> = flat.into_iter().filter_map(field).collect();
        let span = definition.span;
        let data_type = DataType { kind: DataTypeKind::Row(fields), nullable: None, span };
        let kind = ColumnKind::Typed { data_type, metadata: None, constraint: None, header: false };
        columns.push(ColumnDef { name: Ident::new(family.clone(), span), kind, comment: None, span });
        definition.columns = columns;
        definition.options.retain(|key, _| !key.eq_ignore_ascii_case("columnFamily"));
        self.rewritten(
            span,
            format!("the columns of table '{}' are fields of the ROW '{family}', its column family", definition.name.text()),
        );
        if roles.contains(&Role::Dimension) {
            self.rewritten(span, format!("columns of table '{}' are read as '{family}.column'", definition.name.text()));
        }
    }

    /// `SELECT key, ROW(a, b) FROM (query) AS source (key, a, b)`
    pub(crate) fn wrap_in_family(&mut self, query: &mut Query, definition: &TableDefinition) {
        let Some(key) = key_name(definition) else { return };
        let span = query.span;
        let names = definition.column_names();
        let column = |name: &String| {
            let parts = vec![Ident::new(name.clone(), span)];
            Expr::new(ExprKind::Column(ObjectName { parts, span }), span)
        };
        let item = |expr: Expr| SelectItem::Expr { expr, alias: None };
        let (keys, flat): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| name.eq_ignore_ascii_case(&key));
        let fields = flat.into_iter().map(column).collect();
        let row = Expr::new(ExprKind::Row { explicit: true, fields }, span);
        let items = keys.into_iter().map(column).chain([row]).map(item).collect();
        let columns = names.iter().map(|name| Ident::new(name.clone(), span)).collect();
        let from = TableRef {
            kind: TableRefKind::Derived { lateral: false, query: Box::new(query.clone()) },
            alias: Some(TableAlias { name: Ident::new("source", span), columns, span }),
            span,
        };
        *query = super::proctime::select_from(items, from, span);
    }
}

/// The column family of a flat table.
pub(super) fn family_of(definition: &TableDefinition) -> String {
    definition.option("columnFamily").map_or_else(|| "cf".to_owned(), |option| option.text.clone())
}

/// The row key of a flat table.
pub(super) fn key_name(definition: &TableDefinition) -> Option<String> {
    match definition.keys.primary.as_deref() {
        Some([key]) => Some(key.value.clone()),
        _ => None,
    }
}
