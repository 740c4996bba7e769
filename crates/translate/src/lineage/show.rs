//! Lineage as text, JSON and a graph.

use super::{Lineage, Role, SourceColumn};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;

impl Role {
    pub fn word(self) -> &'static str {
        match self {
            Role::Direct => "direct",
            Role::Filter => "filter",
            Role::Join => "join",
            Role::Group => "group",
            Role::Order => "order",
        }
    }
}

impl Lineage {
    /// One line for each column of a result, then one for each column that decides about rows.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for result in &self.results {
            if !text.is_empty() {
                text.push('\n');
            }
            let _ = writeln!(text, "{}", title(result.target.as_deref()));
            let width = result.columns.iter().map(|column| column.name.chars().count()).max().unwrap_or(0).max(6);
            for column in &result.columns {
                let origins: Vec<String> = column.origins.iter().map(name).collect();
                let origins = if origins.is_empty() { "constants".to_owned() } else { origins.join(", ") };
                let _ = writeln!(text, "  {:width$} <- {origins}", column.name);
            }
            for origin in &result.rows {
                let _ = writeln!(text, "  {:width$} <- {}", origin.role.word(), name(&origin.source));
            }
        }
        text
    }

    pub fn json(&self) -> String {
        let results: Vec<Value> = self
            .results
            .iter()
            .map(|result| {
                let direct = result.columns.iter().map(|column| {
                    let origins: Vec<Value> = column.origins.iter().map(|source| origin(source, Role::Direct)).collect();
                    json!({ "name": column.name, "from": origins })
                });
                let rows = result.rows.iter().map(|o| origin(&o.source, o.role));
                json!({ "target": result.target, "columns": direct.collect::<Vec<_>>(), "rows": rows.collect::<Vec<_>>() })
            })
            .collect();
        let tables: Vec<Value> = self.tables.iter().map(|(name, connector)| json!({ "name": name, "connector": connector })).collect();
        format!("{:#}\n", json!({ "tables": tables, "results": results }))
    }

    /// A graph of columns for Graphviz; columns that decide about rows lead to the table itself.
    pub fn dot(&self) -> String {
        let mut edges = BTreeSet::new();
        let mut nodes = BTreeSet::new();
        for result in &self.results {
            let target = title(result.target.as_deref());
            for column in &result.columns {
                let to = format!("{target}.{}", column.name);
                nodes.insert((target.clone(), column.name.clone()));
                edges.extend(column.origins.iter().map(|source| (name(source), to.clone(), Role::Direct)));
            }
            let rows = result.rows.iter().map(|origin| (name(&origin.source), target.clone(), origin.role));
            edges.extend(rows);
            let read = result.columns.iter().flat_map(|column| &column.origins).chain(result.rows.iter().map(|origin| &origin.source));
            nodes.extend(read.map(|source| (source.table.clone(), source.column.clone())));
        }
        let mut text = String::from("digraph lineage {\n  rankdir=LR;\n  node [shape=box];\n");
        let tables: BTreeSet<&String> = nodes.iter().map(|(table, _)| table).collect();
        for (index, table) in tables.iter().enumerate() {
            let _ = writeln!(
                text,
                "  subgraph cluster_{index} {{\n    label={};\n    {} [label=\"rows\", shape=plain];",
                quoted(table),
                quoted(table)
            );
            for (_, column) in nodes.iter().filter(|(owner, _)| owner == *table) {
                let _ = writeln!(text, "    {} [label={}];", quoted(&format!("{table}.{column}")), quoted(column));
            }
            text.push_str("  }\n");
        }
        for (from, to, role) in &edges {
            let style = if *role == Role::Direct { String::new() } else { format!(" [label={}, style=dashed]", role.word()) };
            let _ = writeln!(text, "  {} -> {}{style};", quoted(from), quoted(to));
        }
        text + "}\n"
    }
}

fn title(target: Option<&str>) -> String {
    target.unwrap_or("result").to_owned()
}

fn name(source: &SourceColumn) -> String {
    format!("{}.{}", source.table, source.column)
}

fn origin(source: &SourceColumn, role: Role) -> Value {
    json!({ "table": source.table, "column": source.column, "role": role.word() })
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
