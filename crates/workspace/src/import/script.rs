//! The definitions of a script, one file each.

use super::Importer;
use super::data_source::option;
use crate::diagnostics::{INVALID_IMPORT, LEFT_OUT, TASK_PROPERTY};
use diag::{Diagnostic, Span, has_errors};
use indexmap::IndexMap;
use sql::ast::{DataType, DataTypeKind, Expr, ExprKind, Ident, ObjectName, Quote};
use sql::print::{needs_quotes, quote_identifier, quote_string, to_sql};
use sql::statements::create::{CreateFunction, Scope};
use sql::statements::create_table::{
    ColumnKind, ConstraintKind, CreateMode, CreateTable, Options, TableConstraint, TableElement, WatermarkDef,
};
use sql::statements::{Statement, StatementKind};

/// What Blink keeps of a DECIMAL without a precision.
const BLINK_DECIMAL: DataTypeKind = DataTypeKind::Decimal { precision: Some(38), scale: Some(18) };

/// The connectors that only Blink calls so; a table of them has Blink's types.
const TYPE: &str = "type";

impl Importer<'_> {
    pub(super) fn script(&mut self) {
        let script = sql::parse(self.source, self.text);
        let is_readable = !has_errors(&script.diagnostics);
        self.import.diagnostics.extend(script.diagnostics);
        if !is_readable {
            return;
        }
        let tables = script.statements.iter().filter(|statement| matches!(statement.kind, StatementKind::CreateTable(_))).count();
        if let (Some(name), true) = (self.request.name, tables != 1) {
            let message = format!("the name '{name}' is for one table, and the script creates {tables}");
            self.report(Diagnostic::error(INVALID_IMPORT, Span::new(self.source, 0, 0), message));
        }
        let (mut shared, mut end) = (None, 0);
        let mut others: Vec<&Statement> = Vec::new();
        for statement in &script.statements {
            let above = self.comment_above(end, statement.span.start);
            end = statement.span.end;
            match &statement.kind {
                StatementKind::CreateTable(node) => self.table(CreateTable::clone(node), &above, &mut shared),
                StatementKind::CreateFunction(node) => self.function(node.clone(), &above),
                _ => others.push(statement),
            }
        }
        self.add_data_source(shared, Span::new(self.source, 0, 0));
        if self.import.files.is_empty() && !has_errors(&self.import.diagnostics) {
            let message = "the script creates no table and no function";
            self.report(Diagnostic::error(INVALID_IMPORT, Span::new(self.source, 0, 0), message));
        }
        if let Some(first) = others.first() {
            let message = match others.len() {
                1 => "this statement defines nothing that can be shared".to_owned(),
                count => format!("{count} statements from here on define nothing that can be shared"),
            };
            let diagnostic = Diagnostic::note(LEFT_OUT, first.span, message);
            self.report(diagnostic.with_help("Put what the job does into a file of the project's folder 'tasks'."));
        }
    }

    fn table(&mut self, mut node: CreateTable, above: &str, shared: &mut Option<IndexMap<String, String>>) {
        let place = node.name.span;
        if node.like.is_some() || node.query.is_some() {
            let message = format!("table '{}' takes its columns from elsewhere", node.name.text());
            self.report(Diagnostic::error(INVALID_IMPORT, place, message).with_help("Write its columns out, then import it."));
            return;
        }
        let Some(name) = self.name_of(&node.name) else { return };
        let has_type = |options: &Options| options.entries.iter().any(|entry| entry.key.text().eq_ignore_ascii_case(TYPE));
        if self.request.from_blink || node.options.as_ref().is_some_and(has_type) {
            self.leave_blink(&mut node);
        }
        node.name = ObjectName { parts: vec![Ident::new(name.clone(), place)], span: place };
        node.mode = CreateMode::Create;
        (node.temporary, node.if_not_exists) = (false, false);
        self.take_task_properties(&name, &mut node);
        self.keep_last_key(&mut node);
        let mut options = node.options.take().unwrap_or(Options { entries: Vec::new(), span: place });
        for entry in &mut options.entries {
            *entry = option(&entry.key.text(), &entry.value.text(), entry.span);
        }
        self.use_data_source(&mut options, shared);
        node.options = (!options.entries.is_empty()).then_some(options);
        self.add("tables", &name, place, format!("{above}{};\n", to_sql(&node)));
    }

    fn function(&mut self, mut node: CreateFunction, above: &str) {
        let place = node.name.span;
        let name = node.name.last().value.clone();
        node.name = ObjectName { parts: vec![Ident::new(name.clone(), place)], span: place };
        node.scope = Scope::Permanent;
        (node.or_replace, node.if_not_exists) = (false, false);
        self.add("functions", &name, place, format!("{above}{};\n", to_sql(&node)));
    }

    fn name_of(&mut self, name: &ObjectName) -> Option<String> {
        if let Some(name) = self.request.name {
            return Some(name.to_owned());
        }
        let last = name.last();
        if last.quote == Quote::Variable {
            let diagnostic = Diagnostic::error(INVALID_IMPORT, last.span, "the name of a shared table has no variables");
            self.report(diagnostic.with_help("Give it another name: --name NAME."));
            return None;
        }
        Some(last.value.clone())
    }

    /// Takes out what a meta table cannot say, and says it as settings of a task.
    fn take_task_properties(&mut self, table: &str, node: &mut CreateTable) {
        let mut computed: Vec<(Ident, Expr)> = Vec::new();
        let mut kept = Vec::with_capacity(node.elements.len());
        for element in std::mem::take(&mut node.elements) {
            match element {
                TableElement::Watermark(watermark) => self.watermark(table, &watermark),
                TableElement::Index(index) => self.index(table, index.unique, &index.columns, index.span),
                TableElement::Constraint(constraint) if constraint.kind == ConstraintKind::Unique => {
                    self.index(table, true, &constraint.columns, constraint.span);
                }
                TableElement::Period(span) => {
                    let message = "PERIOD FOR SYSTEM_TIME is not needed: the join says that a table is a dimension table";
                    self.report(Diagnostic::note(LEFT_OUT, span, message));
                }
                TableElement::Column(column) => match column.kind {
                    ColumnKind::Computed(expr) if is_proctime(&expr) => {
                        let line = format!("SET {}.procTime = {} AS PROCTIME();", quoted(table), quoted(&column.name.value));
                        self.belongs_to_tasks("a processing time", column.span, line);
                    }
                    ColumnKind::Computed(expr) => computed.push((column.name, expr)),
                    _ => kept.push(TableElement::Column(column)),
                },
                other => kept.push(other),
            }
        }
        node.elements = kept;
        let Some(((first, _), (_, last))) = computed.first().zip(computed.last()) else { return };
        let place = first.span.to(last.span);
        let columns: Vec<String> = computed.iter().map(|(name, expr)| format!("{} AS {}", quoted(&name.value), to_sql(expr))).collect();
        let value = if columns.len() == 1 { columns[0].clone() } else { format!("({})", columns.join(", ")) };
        self.belongs_to_tasks("a computed column", place, format!("SET {}.computedColumn = {value};", quoted(table)));
    }

    fn watermark(&mut self, table: &str, watermark: &WatermarkDef) {
        let line = format!("SET {}.`watermark` = {};", quoted(table), to_sql(watermark));
        self.belongs_to_tasks("a watermark", watermark.span, line);
    }

    fn index(&mut self, table: &str, unique: bool, columns: &[Ident], span: Span) {
        let names: Vec<&str> = columns.iter().map(|column| column.value.as_str()).collect();
        let property = if unique { "uniqueIndex" } else { "index" };
        let line = format!("SET {}.{property} = {};", quoted(table), quote_string(&names.join(", ")));
        self.belongs_to_tasks("an index", span, line);
    }

    fn belongs_to_tasks(&mut self, what: &str, span: Span, line: String) {
        let diagnostic = Diagnostic::note(TASK_PROPERTY, span, format!("{what} is a matter of the tasks that use the table"));
        self.report(diagnostic.with_help(format!("There: {line}")));
        self.import.task_lines.push(line);
    }

    /// Blink lets a second PRIMARY KEY replace the first; a definition has one, which no engine enforces.
    fn keep_last_key(&mut self, node: &mut CreateTable) {
        let keys: Vec<Span> = node.elements.iter().filter_map(primary_key).map(|key| key.span).collect();
        if let [dropped @ .., kept] = keys.as_slice() {
            for first in dropped {
                let message = "a table has one PRIMARY KEY; Blink takes the last";
                self.report(Diagnostic::warning(INVALID_IMPORT, *first, message).with_label(*kept, "this one is kept"));
            }
            node.elements.retain(|element| primary_key(element).is_none_or(|key| key.span == *kept));
        }
        for element in &mut node.elements {
            match element {
                TableElement::Constraint(key) => key.enforced = Some(false),
                TableElement::Column(column) => {
                    if let ColumnKind::Typed { constraint: Some(key), .. } = &mut column.kind {
                        key.enforced = Some(false);
                    }
                }
                _ => {}
            }
        }
    }

    /// Types of Blink that mean something else in Flink SQL.
    fn leave_blink(&mut self, node: &mut CreateTable) {
        for element in &mut node.elements {
            let TableElement::Column(column) = element else { continue };
            let ColumnKind::Typed { data_type, .. } = &mut column.kind else { continue };
            if data_type.kind == DataTypeKind::Any {
                let diagnostic = Diagnostic::error(INVALID_IMPORT, data_type.span, "the type ANY is Blink's alone");
                self.import.diagnostics.push(diagnostic.with_fix("Keep the value as a STRING", data_type.span, "STRING"));
            }
            leave_blink_type(data_type);
        }
    }

    /// The comment lines right above a statement, after the one before.
    fn comment_above(&self, from: u32, to: u32) -> String {
        let between = self.text.get(from as usize..to as usize).unwrap_or_default();
        let mut lines: Vec<&str> = between.lines().map(str::trim).rev().skip_while(|line| line.is_empty()).collect();
        let length = lines.iter().take_while(|line| line.starts_with("--")).count();
        lines.truncate(length);
        lines.iter().rev().map(|line| format!("{line}\n")).collect()
    }
}

fn primary_key(element: &TableElement) -> Option<&TableConstraint> {
    match element {
        TableElement::Constraint(constraint) if constraint.kind == ConstraintKind::PrimaryKey => Some(constraint),
        _ => None,
    }
}

fn is_proctime(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Function(call) => call.name.project.is_none() && call.name.name.text().eq_ignore_ascii_case("PROCTIME"),
        ExprKind::Nested(inner) => is_proctime(inner),
        _ => false,
    }
}

fn leave_blink_type(data_type: &mut DataType) {
    data_type.kind = match data_type.kind {
        DataTypeKind::Varchar(None) => DataTypeKind::String,
        DataTypeKind::Varbinary(None) => DataTypeKind::Bytes,
        DataTypeKind::Decimal { precision: None, .. } => BLINK_DECIMAL,
        DataTypeKind::Timestamp(None) => DataTypeKind::Timestamp(Some(3)),
        DataTypeKind::Real => DataTypeKind::Float,
        _ => return,
    };
}

fn quoted(name: &str) -> String {
    if needs_quotes(name) { quote_identifier(name) } else { name.to_owned() }
}
