//! Calls of functions, and the JSON functions with clauses of their own.

use super::hint::print_hints;
use super::query::print_order_by;
use super::{Print, Printer};
use crate::ast::{
    DataType, Expr, FunctionArg, FunctionCall, JsonCall, JsonEntry, JsonEntryStyle, JsonExistsOnError, JsonOnNull, JsonQueryDefault,
    JsonValueDefault, JsonWrapper, NullTreatment, OrderItem, Over, QueryArg, SetQuantifier, TableArg,
};

impl Print for FunctionCall {
    fn print(&self, p: &mut Printer) {
        p.node(&self.name);
        if self.parentheses {
            self.print_arguments(p);
        }
        if !self.within_group.is_empty() {
            p.text(" WITHIN GROUP (");
            print_order_by(&self.within_group, p);
            p.text(")");
        }
        print_filter(self.filter.as_deref(), p);
        match self.nulls {
            Some(NullTreatment::Respect) => p.text(" RESPECT NULLS"),
            Some(NullTreatment::Ignore) => p.text(" IGNORE NULLS"),
            None => p,
        };
        p.optional(" OVER ", self.over.as_ref());
    }
}

impl FunctionCall {
    fn print_arguments(&self, p: &mut Printer) {
        p.text("(").text(match self.quantifier {
            Some(SetQuantifier::Distinct) => "DISTINCT ",
            Some(SetQuantifier::All) => "ALL ",
            None => "",
        });
        p.list(&self.args);
        if !self.order_by.is_empty() {
            print_order_by(&self.order_by, p.text(" "));
        }
        p.text(")");
    }
}

impl Print for FunctionArg {
    fn print(&self, p: &mut Printer) {
        match self {
            FunctionArg::Expr(expr) => p.node(expr),
            FunctionArg::Star(_) => p.text("*"),
            FunctionArg::Named { name, value } => p.node(name).text(" => ").node(value),
            FunctionArg::Table(table) => p.node(table),
            FunctionArg::Model { name, .. } => p.text("MODEL ").node(name),
            FunctionArg::Query(query) => p.node(query),
        };
    }
}

impl Print for TableArg {
    fn print(&self, p: &mut Printer) {
        p.text("TABLE ").node(&self.name);
        print_hints(&self.hints, p);
        print_distribution(&self.partition_by, &self.order_by, p);
    }
}

impl Print for QueryArg {
    fn print(&self, p: &mut Printer) {
        p.text("(").node(&self.query).text(")");
        print_distribution(&self.partition_by, &self.order_by, p);
    }
}

/// Several keys need parentheses: a comma would begin the next argument.
fn print_distribution(partition_by: &[Expr], order_by: &[OrderItem], p: &mut Printer) {
    match partition_by {
        [] => &mut *p,
        [key] => p.text(" PARTITION BY ").node(key),
        keys => p.text(" PARTITION BY ").in_parentheses(keys),
    };
    match order_by {
        [] => p,
        [item] => p.text(" ORDER BY ").node(item),
        items => p.text(" ORDER BY ").in_parentheses(items),
    };
}

impl Print for Over {
    fn print(&self, p: &mut Printer) {
        match self {
            Over::Name(name) => name.print(p),
            Over::Spec(spec) => spec.print(p),
        }
    }
}

fn print_filter(condition: Option<&Expr>, p: &mut Printer) {
    if let Some(condition) = condition {
        p.text(" FILTER (WHERE ").node(condition).text(")");
    }
}

impl Print for JsonCall {
    fn print(&self, p: &mut Printer) {
        match self {
            JsonCall::Exists { input, path, on_error } => {
                p.text("JSON_EXISTS(").node(input).text(", ").node(path);
                if let Some(on_error) = on_error {
                    p.text(exists_on_error(*on_error)).text(" ON ERROR");
                }
                p.text(")");
            }
            JsonCall::Value { input, path, returning, on_empty, on_error } => {
                print_json_source("JSON_VALUE(", input, path, returning.as_ref(), p);
                p.optional(" ", on_empty.as_ref()).when(on_empty.is_some(), " ON EMPTY");
                p.optional(" ", on_error.as_ref()).when(on_error.is_some(), " ON ERROR").text(")");
            }
            JsonCall::Query { input, path, returning, wrapper, on_empty, on_error } => {
                print_json_source("JSON_QUERY(", input, path, returning.as_ref(), p);
                p.text(wrapper.map_or("", wrapper_words));
                if let Some(default) = on_empty {
                    p.text(query_default(*default)).text(" ON EMPTY");
                }
                if let Some(default) = on_error {
                    p.text(query_default(*default)).text(" ON ERROR");
                }
                p.text(")");
            }
            JsonCall::Object { entries, on_null } => {
                p.text("JSON_OBJECT(").list(entries);
                print_on_null(*on_null, entries.is_empty(), p);
                p.text(")");
            }
            JsonCall::Array { values, query, on_null } => {
                p.text("JSON_ARRAY(").list(values).optional("", query.as_ref());
                print_on_null(*on_null, values.is_empty() && query.is_none(), p);
                p.text(")");
            }
            JsonCall::ObjectAgg { entry, on_null, filter } => {
                p.text("JSON_OBJECTAGG(").node(entry);
                print_on_null(*on_null, false, p);
                print_filter(filter.as_ref(), p.text(")"));
            }
            JsonCall::ArrayAgg { value, order_by, on_null, filter } => {
                p.text("JSON_ARRAYAGG(").node(value);
                if !order_by.is_empty() {
                    print_order_by(order_by, p.text(" "));
                }
                print_on_null(*on_null, false, p);
                print_filter(filter.as_ref(), p.text(")"));
            }
        }
    }
}

fn print_json_source(word: &str, input: &Expr, path: &Expr, returning: Option<&DataType>, p: &mut Printer) {
    p.text(word).node(input).text(", ").node(path).optional(" RETURNING ", returning);
}

fn print_on_null(on_null: Option<JsonOnNull>, first: bool, p: &mut Printer) {
    let words = match on_null {
        Some(JsonOnNull::Null) => "NULL ON NULL",
        Some(JsonOnNull::Absent) => "ABSENT ON NULL",
        None => return,
    };
    p.when(!first, " ").text(words);
}

fn exists_on_error(on_error: JsonExistsOnError) -> &'static str {
    match on_error {
        JsonExistsOnError::True => " TRUE",
        JsonExistsOnError::False => " FALSE",
        JsonExistsOnError::Unknown => " UNKNOWN",
        JsonExistsOnError::Error => " ERROR",
    }
}

fn query_default(default: JsonQueryDefault) -> &'static str {
    match default {
        JsonQueryDefault::Null => " NULL",
        JsonQueryDefault::Error => " ERROR",
        JsonQueryDefault::EmptyArray => " EMPTY ARRAY",
        JsonQueryDefault::EmptyObject => " EMPTY OBJECT",
    }
}

fn wrapper_words(wrapper: JsonWrapper) -> &'static str {
    match wrapper {
        JsonWrapper::Without => " WITHOUT WRAPPER",
        JsonWrapper::WithConditional => " WITH CONDITIONAL WRAPPER",
        JsonWrapper::WithUnconditional => " WITH UNCONDITIONAL WRAPPER",
    }
}

impl Print for JsonValueDefault {
    fn print(&self, p: &mut Printer) {
        match self {
            JsonValueDefault::Null => p.text("NULL"),
            JsonValueDefault::Error => p.text("ERROR"),
            JsonValueDefault::Default(expr) => p.text("DEFAULT ").node(expr),
        };
    }
}

impl Print for JsonEntry {
    fn print(&self, p: &mut Printer) {
        p.when(self.style == JsonEntryStyle::KeyValue, "KEY ").node(&self.key).text(match self.style {
            JsonEntryStyle::KeyValue | JsonEntryStyle::Value => " VALUE ",
            JsonEntryStyle::Colon => " : ",
            JsonEntryStyle::Comma => ", ",
        });
        p.node(&self.value);
    }
}
