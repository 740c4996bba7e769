//! SET and RESET of one table's properties: options, keys, watermark, computed and header columns.

use super::Outcome;
use super::overrides::{Mode, PropertyValue, layer};
use super::set::option_value;
use crate::diagnostics::{AMBIGUOUS_PATH, INVALID_PROPERTY, NOTHING_TO_RESET, UNKNOWN_OBJECT};
use crate::result::StatementResult;
use crate::session::Session;
use diag::{Diagnostic, Error, Result, Span};
use options::Origin;
use resolve::{KeySlot, SchemaProperty};
use sql::ast::{ExprKind, Ident, ObjectName};
use sql::statements::create_table as ast;
use sql::statements::set::{ResetTable, SetTable, SetTableValue};
use table::catalog::{Lookup, ObjectIdentifier, WORKSPACE};
use workspace::{DUPLICATE_SETTING, Dialect};

/// A path of SET: a table, the mode it is about, and what follows the table.
struct Path<'n> {
    table: ObjectIdentifier,
    mode: Option<Mode>,
    property: Vec<&'n Ident>,
}

impl Session {
    pub(super) fn set_table(&mut self, node: &SetTable) -> Outcome {
        let Path { table, mode, property } = self.property_path(&node.path)?;
        self.warn_of_other_reading(&node.path, &table);
        let Some(last) = property.last() else {
            let message = format!("'{}' is a table; a property has to follow", node.path.text());
            return Err(Diagnostic::error(UNKNOWN_OBJECT, node.path.span, message).into());
        };
        let span = property[0].span.to(last.span);
        let origin = Origin::new(layer(mode), span);
        let values = schema_values(&property, &node.value, node.value_span)?;
        let key = property_text(&property);
        if values.is_empty() {
            self.refuse_dotted(&table, &property, span)?;
            let value = plain_value(node, &key)?;
            let before = self.overrides.set(table.clone(), mode, &key, option_value(value, span, layer(mode)));
            self.warn_of_duplicate(&table, &key, span, before);
            return Ok(StatementResult::Succeeded);
        }
        for (key, text, value) in values {
            let before = self.overrides.set_property(table.clone(), mode, (key.clone(), text), value, origin);
            self.warn_of_duplicate(&table, &key, span, before);
        }
        Ok(StatementResult::Succeeded)
    }

    pub(super) fn reset_table(&mut self, node: &ResetTable) -> Outcome {
        let Path { table, mode, property } = self.property_path(&node.path)?;
        let property = (!property.is_empty()).then(|| property_text(&property));
        if !self.overrides.reset(&table, mode, property.as_deref()) {
            let message = match &property {
                Some(property) => format!("'{property}' of table '{}' was not set", table.summary()),
                None => format!("nothing was set for table '{}'", table.summary()),
            };
            self.report(Diagnostic::warning(NOTHING_TO_RESET, node.path.span, message));
        }
        Ok(StatementResult::Succeeded)
    }

    /// `a.b.c` is property `c` of table `b` of project `a` when that is there, though `a` may be a table with a property `b.c`.
    fn warn_of_other_reading(&mut self, path: &ObjectName, table: &ObjectIdentifier) {
        let [first, _, _, ..] = path.parts.as_slice() else { return };
        let is_project = table.catalog == WORKSPACE && table.database == first.value && table.object != first.value;
        if let (true, Ok(Lookup::Found(other))) = (is_project, self.catalogs.lookup(&[&first.value])) {
            let message = format!("'{}' is a project and a table; the path means table '{}'", first.value, table.summary());
            let help = format!("For the table write {}.{}.", other.identifier.database, path.text());
            self.report(Diagnostic::warning(AMBIGUOUS_PATH, path.span, message).with_help(help));
        }
    }

    /// True when the path of a SET names a table that is there.
    pub(crate) fn names_table(&self, path: &ObjectName) -> bool {
        self.property_path(path).is_ok()
    }

    /// Splits `[mode.][[catalog.]database.]table.[mode.]property`: the longest beginning that is a table is the table.
    fn property_path<'n>(&self, path: &'n ObjectName) -> Result<Path<'n>> {
        for skipped in 0..=1 {
            let mode = match skipped {
                0 => None,
                _ => match path.parts.first().and_then(|part| Mode::of_word(&part.value)) {
                    Some(mode) => Some(mode),
                    None => break,
                },
            };
            let parts = &path.parts[skipped..];
            for count in (1..=parts.len().min(3)).rev() {
                let names: Vec<&str> = parts[..count].iter().map(|part| part.value.as_str()).collect();
                // A data source has a table of every name, so a path that ends there has its property in the name.
                let is_open = count == 3 && parts.len() == count && names[0] != WORKSPACE;
                if is_open && self.workspace.as_ref().is_some_and(|content| content.sources.contains_key(names[0])) {
                    continue;
                }
                if let Lookup::Found(found) = self.found_in_any_case(&names)? {
                    return self.with_inner_mode(found.identifier, mode, parts[count..].iter().collect());
                }
            }
        }
        Err(self.no_table_in_path(path))
    }

    /// A table by its name; in Blink case makes no difference.
    fn found_in_any_case(&self, names: &[&str]) -> Result<Lookup> {
        let found = self.catalogs.lookup(names)?;
        let is_blink = self.overrides.task.as_ref().is_some_and(|task| task.engine.dialect == Dialect::Blink);
        let (Lookup::NotFound, true, Some((last, qualifier))) = (&found, is_blink, names.split_last()) else { return Ok(found) };
        let database = qualifier.last().copied().unwrap_or(self.catalogs.current_database());
        let known = self.catalogs.objects(WORKSPACE, database).unwrap_or_default();
        match known.iter().find(|name| name.eq_ignore_ascii_case(last)) {
            Some(name) => self.catalogs.lookup(&[WORKSPACE, database, name]),
            None => Ok(found),
        }
    }

    /// `table.batch.key`
    fn with_inner_mode<'n>(&self, table: ObjectIdentifier, mode: Option<Mode>, mut property: Vec<&'n Ident>) -> Result<Path<'n>> {
        let inner = match property.as_slice() {
            [first, _, ..] if mode.is_none() => Mode::of_word(&first.value).map(|mode| (mode, first.span)),
            _ => None,
        };
        let Some((inner, span)) = inner else { return Ok(Path { table, mode, property }) };
        let task = self.overrides.task.as_ref().filter(|task| task.content.contains(&table));
        if task.is_some_and(|task| task.content.mirror(&table).is_none()) {
            let message = format!("table '{}' is no mirror table, so it has no sides for the modes", table.summary());
            let diagnostic = Diagnostic::error(INVALID_PROPERTY, span, message).with_help("Leave the mode out.");
            return Err(diagnostic.into());
        }
        property.remove(0);
        Ok(Path { table, mode: Some(inner), property })
    }

    /// The key of an option with dots is one part of the path.
    fn refuse_dotted(&self, table: &ObjectIdentifier, property: &[&Ident], span: Span) -> Result<()> {
        if property.len() == 1 || table.catalog != WORKSPACE {
            return Ok(());
        }
        let key = property_text(property);
        let diagnostic = Diagnostic::error(INVALID_PROPERTY, span, format!("the property '{key}' has dots, so it needs back-ticks"))
            .with_fix(format!("Write `{key}`"), span, format!("`{key}`"));
        Err(diagnostic.into())
    }

    /// Within a task the last value holds everywhere, so an earlier one is a mistake.
    fn warn_of_duplicate(&mut self, table: &ObjectIdentifier, key: &str, span: Span, before: Option<Origin>) {
        if let (Some(before), true) = (before, self.overrides.task.is_some()) {
            let message = format!("'{key}' of table '{}' is set twice", table.summary());
            let diagnostic = Diagnostic::warning(DUPLICATE_SETTING, span, message).with_label(before.span, "this value is lost");
            self.report(diagnostic);
        }
    }

    /// Points at the part that should be a table, or a project.
    fn no_table_in_path(&self, path: &ObjectName) -> Error {
        let is_project = |name: &str| self.catalogs.has_database(WORKSPACE, name).unwrap_or(false);
        let (names, span): (Vec<&str>, Span) = match path.parts.as_slice() {
            [project, table, _, ..] if is_project(&project.value) => (vec![&project.value, &table.value], table.span),
            [first, ..] => (vec![&first.value], first.span),
            [] => (Vec::new(), path.span),
        };
        let unknown = self.catalogs.unknown_table(&names, span);
        let message = format!("no part of '{}' is a table", path.text());
        let diagnostic = Diagnostic::error(UNKNOWN_OBJECT, span, message)
            .with_note("The path is [project.]table.property. A configuration key is written in quotes: SET 'key' = 'value'.");
        unknown.helps.into_iter().fold(diagnostic, Diagnostic::with_help).into()
    }
}

/// The properties beside options that a SET gives, each with its key and text; none when it gives an option.
fn schema_values(property: &[&Ident], value: &SetTableValue, span: Span) -> Result<Vec<(String, String, PropertyValue)>> {
    let name = property.last().map_or("", |last| last.value.as_str()).to_ascii_lowercase();
    if name == "isheader" {
        let [column, _] = property else {
            return Err(wrong_value(span, "isHeader belongs to a column: SET t.column.isHeader = TRUE").into());
        };
        let is_header = flag(value).ok_or_else(|| wrong_value(span, "isHeader is TRUE or FALSE"))?;
        let header = SchemaProperty::Header { column: Ident::clone(column), is_header };
        return Ok(vec![(format!("{}.isHeader", column.value), is_header.to_string(), PropertyValue::Schema(header))]);
    }
    if property.len() != 1 {
        return Ok(Vec::new());
    }
    let key = property[0].value.clone();
    let one = |text: String, value| Ok(vec![(key.clone(), text, PropertyValue::Schema(value))]);
    match (name.as_str(), value) {
        ("watermark", SetTableValue::Watermark { watermark, quoted }) => {
            one(sql::print::to_sql(watermark.as_ref()), SchemaProperty::Watermark { watermark: watermark.clone(), quoted: *quoted })
        }
        ("watermark", _) => Err(wrong_value(span, "a watermark is WATERMARK FOR column AS expression").into()),
        ("computedcolumn" | "proctime", SetTableValue::Computed { columns, quoted, .. }) => {
            if let (true, Some((_, expr))) = (name == "proctime", columns.iter().find(|(_, expr)| !is_proctime(expr))) {
                return Err(wrong_value(expr.span, "procTime is column AS PROCTIME()").into());
            }
            let properties = columns.iter().map(|(name, expr)| {
                let computed = SchemaProperty::Computed { name: name.clone(), expr: Box::new(expr.clone()), quoted: *quoted };
                (format!("{key} {}", name.value), sql::print::to_sql(expr), PropertyValue::Schema(computed))
            });
            Ok(properties.collect())
        }
        ("computedcolumn", _) => Err(wrong_value(span, "a computed column is column AS expression").into()),
        ("proctime", _) => Err(wrong_value(span, "procTime is column AS PROCTIME()").into()),
        ("dataphincolumnpruning", value) => {
            let on = flag(value).ok_or_else(|| wrong_value(span, "dataphinColumnPruning is 'true' or 'false'"))?;
            one(on.to_string(), SchemaProperty::Pruning(on))
        }
        ("tabletype", SetTableValue::Value(value)) => Ok(vec![(key.clone(), value.text(), PropertyValue::Type)]),
        (name, value) => match KeySlot::parse(name) {
            Some(slot) => {
                let columns = key_columns(value).ok_or_else(|| wrong_value(span, "a key is a list of columns, such as 'a, b'"))?;
                let text = columns.iter().map(|column| column.value.as_str()).collect::<Vec<_>>().join(", ");
                one(text, SchemaProperty::Key { slot, columns })
            }
            None => Ok(Vec::new()),
        },
    }
}

/// `'a, b'`, `a`, `(a, b)`, `INDEX (a, b)`
fn key_columns(value: &SetTableValue) -> Option<Vec<Ident>> {
    let columns: Vec<Ident> = match value {
        SetTableValue::Index { index, .. } => index.columns.clone(),
        SetTableValue::Value(value @ (ast::OptionValue::String(_) | ast::OptionValue::Name(_))) => {
            let text = value.text();
            text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(|name| Ident::new(name, value.span())).collect()
        }
        _ => return None,
    };
    (!columns.is_empty()).then_some(columns)
}

fn flag(value: &SetTableValue) -> Option<bool> {
    let SetTableValue::Value(value) = value else { return None };
    value.text().to_ascii_lowercase().parse().ok()
}

fn is_proctime(expr: &sql::ast::Expr) -> bool {
    matches!(&expr.kind, ExprKind::Function(call) if call.args.is_empty() && call.name.name.text().eq_ignore_ascii_case("PROCTIME"))
}

fn plain_value<'n>(node: &'n SetTable, key: &str) -> Result<&'n ast::OptionValue> {
    match &node.value {
        SetTableValue::Value(value) => Ok(value),
        _ => Err(wrong_value(node.value_span, &format!("the value of option '{key}' is a text, a number or a word")).into()),
    }
}

fn wrong_value(span: Span, message: &str) -> Diagnostic {
    Diagnostic::error(INVALID_PROPERTY, span, message)
}

fn property_text(parts: &[&Ident]) -> String {
    parts.iter().map(|part| part.value.as_str()).collect::<Vec<_>>().join(".")
}
