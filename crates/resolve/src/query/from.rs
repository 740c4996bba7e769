//! FROM: named tables, derived tables, table functions, and lists of them.

use super::filter;
use crate::bound::{Join as BoundJoin, JoinKind as BoundKind};
use crate::bound::{Relation, RelationKind};
use crate::columns::{MergedColumn, Scope, ScopeTable};
use crate::context::Resolver;
use crate::diagnostics::{DUPLICATE_NAME, FlinkText, UNKNOWN_FUNCTION, UNSUPPORTED_TIME_TRAVEL};
use crate::dimension::Dimension;
use crate::expr::{Clause, Place};
use crate::hints::is_processing_time;
use crate::names::TableName;
use diag::{Diagnostic, Span};
use sql::ast::{FunctionCall, MatchRecognize, NamedTable, TableAlias, TableRef, TableRefKind};
use table::catalog::CatalogObject;

/// The rows of a FROM clause or of a part of it, and the names for their columns.
pub(super) struct From {
    pub(super) relation: Relation,
    pub(super) tables: Vec<ScopeTable>,
    pub(super) merged: Vec<MergedColumn>,
    /// What it is when it is a dimension table, and nothing else.
    pub(super) dimension: Option<Dimension>,
}

impl Resolver<'_> {
    /// `FROM a, b`: each with each; later items may refer to earlier ones when they are LATERAL or UNNEST.
    pub(super) fn comma_list(&mut self, items: &[TableRef], parent: Option<&Scope<'_>>) -> From {
        let mut so_far: Option<From> = None;
        for item in items {
            so_far = Some(match so_far {
                None => self.table_ref(item, &Scope::new(parent)),
                Some(left) => self.cross(left, item, parent),
            });
        }
        so_far.unwrap_or_else(|| {
            let relation = self.failed(Span::none());
            From {
                tables: vec![ScopeTable { name: None, qualifier: Vec::new(), columns: relation.columns.clone() }],
                relation,
                merged: Vec::new(),
                dimension: None,
            }
        })
    }

    fn cross(&mut self, left: From, item: &TableRef, parent: Option<&Scope<'_>>) -> From {
        let scope = Scope { parent, tables: left.tables.clone(), merged: left.merged.clone() };
        if let TableRefKind::Unnest { exprs, ordinality, .. } = &item.kind {
            return self.unnest(left, exprs, *ordinality, false, item, &scope);
        }
        let right = self.table_ref(item, &scope);
        let span = left.relation.span.to(item.span);
        self.refuse_same_names(&left, &right, item.span);
        Self::pair(left, right, BoundKind::Inner, span)
    }

    /// Two sides side by side, with the tables of both in sight.
    pub(super) fn pair(left: From, right: From, kind: BoundKind, span: Span) -> From {
        let columns = left.relation.columns.iter().chain(&right.relation.columns).cloned().collect();
        let join = BoundJoin { left: left.relation, right: right.relation, kind, condition: None, lookup: false };
        let relation = Relation::new(RelationKind::Join(Box::new(join)), columns, span);
        let tables = left.tables.into_iter().chain(right.tables).collect();
        let merged = left.merged.into_iter().chain(right.merged).collect();
        From { relation, tables, merged, dimension: None }
    }

    /// Tables of one FROM have different names.
    pub(super) fn refuse_same_names(&mut self, left: &From, right: &From, span: Span) {
        for table in &right.tables {
            let Some(name) = &table.name else { continue };
            if left.tables.iter().any(|other| other.name == table.name && other.qualifier == table.qualifier) {
                let diagnostic = Diagnostic::error(DUPLICATE_NAME, span, format!("two tables of FROM are called '{name}'"))
                    .with_help("Give one an alias.")
                    .flink_validator(format!("Duplicate relation name '{name}' in FROM clause"));
                self.report(diagnostic);
            }
        }
    }

    /// One item. The scope has the tables to its left, which LATERAL may use, and the scope around the query.
    pub(super) fn table_ref(&mut self, item: &TableRef, scope: &Scope<'_>) -> From {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.table_ref_here(item, scope))
    }

    fn table_ref_here(&mut self, item: &TableRef, scope: &Scope<'_>) -> From {
        match &item.kind {
            TableRefKind::Named(named) => self.named_table(named, item, scope),
            TableRefKind::Derived { lateral, query } => {
                let relation = self.query(query, if *lateral { Some(scope) } else { scope.parent });
                self.with_alias(relation, item.alias.as_ref(), None)
            }
            TableRefKind::Function { call, .. } => self.table_function(call, item, scope),
            TableRefKind::Unnest { exprs, ordinality, .. } => self.unnest_alone(exprs, *ordinality, item, scope),
            TableRefKind::Join(join) => self.join(join, item.span, scope),
            TableRefKind::Nested(inner) => self.table_ref(inner, scope),
            TableRefKind::MatchRecognize(matching) => self.match_recognize(matching, item, scope),
            TableRefKind::Pivot(pivot) => {
                self.table_ref(&pivot.input, scope);
                self.refused_item(item, "PIVOT")
            }
            TableRefKind::Unpivot(unpivot) => {
                self.table_ref(&unpivot.input, scope);
                self.refused_item(item, "UNPIVOT")
            }
            TableRefKind::Sample { input, .. } => {
                let from = self.table_ref(input, scope);
                let diagnostic = Diagnostic::error(crate::diagnostics::UNSUPPORTED_EXPRESSION, item.span, "TABLESAMPLE cannot be computed")
                    .with_help("Filter rows by chance: WHERE RAND() < 0.1.")
                    .flink_table("Cannot generate a valid execution plan for the given query");
                self.report(diagnostic);
                from
            }
            TableRefKind::Error => self.failed_item(item.alias.as_ref(), item.span),
        }
    }

    fn refused_item(&mut self, item: &TableRef, what: &str) -> From {
        self.unsupported(item.span, what);
        self.failed_item(item.alias.as_ref(), item.span)
    }

    fn failed_item(&mut self, alias: Option<&TableAlias>, span: Span) -> From {
        let relation = self.failed(span);
        self.with_alias(relation, alias, None)
    }

    fn match_recognize(&mut self, matching: &MatchRecognize, item: &TableRef, scope: &Scope<'_>) -> From {
        self.table_ref(&matching.input, scope);
        self.unsupported(matching.span, "MATCH_RECOGNIZE");
        self.failed_item(item.alias.as_ref(), item.span)
    }

    fn named_table(&mut self, named: &NamedTable, item: &TableRef, scope: &Scope<'_>) -> From {
        let span = named.name.span;
        let mut is_table = false;
        let mut table = ScopeTable { name: Some(named.name.last().value.clone()), qualifier: Vec::new(), columns: Vec::new() };
        let relation = if self.is_dual(&named.name) {
            super::one_row(span)
        } else {
            match self.table_name(&named.name) {
                TableName::Common(common) => {
                    self.refuse_hints_on_view(&named.hints, None);
                    Relation { span, ..self.copy(&common.relation) }
                }
                TableName::Object(found) => {
                    table.qualifier = vec![found.identifier.catalog.clone(), found.identifier.database.clone()];
                    is_table = matches!(found.object, CatalogObject::Table(_));
                    self.object(&found, named)
                }
                TableName::Unknown => self.failed(span),
            }
        };
        let is_own = named.system_time.as_ref().is_some_and(|time| self.is_own_time(time, scope, &relation));
        let is_dimension = !is_own && named.system_time.as_ref().is_some_and(|time| self.is_as_of_now(time, scope));
        let dimension = is_dimension.then(|| Dimension::of(&relation, is_table, item.span));
        From { dimension, ..self.with_alias(relation, item.alias.as_ref(), Some(table)) }
    }

    /// `t FOR SYSTEM_TIME AS OF ts` with a column of `t` itself: Flink reads it, and has no plan for it.
    fn is_own_time(&mut self, time: &sql::ast::Expr, scope: &Scope<'_>, relation: &Relation) -> bool {
        let sql::ast::ExprKind::Column(name) = &time.kind else { return false };
        let [column] = name.parts.as_slice() else { return false };
        if scope.has_column(&column.value) {
            return false;
        }
        let Some(own) = relation.columns.iter().find(|own| own.name == column.value) else { return false };
        let message = format!("column '{}' is of the table itself; its version is that of a time from elsewhere", own.name);
        let diagnostic = Diagnostic::error(UNSUPPORTED_TIME_TRAVEL, time.span, message)
            .with_help("Take the time of the other table of the join: FOR SYSTEM_TIME AS OF o.ts.");
        match own.data_type.kind.is_timestamp() {
            true => self.report_late(diagnostic.flink_table("Cannot generate a valid execution plan for the given query")),
            false => self.report(diagnostic.flink_validator(format!(
                "The system time period specification expects Timestamp type but is '{}'",
                own.data_type.validator_text()
            ))),
        }
        true
    }

    /// `FOR SYSTEM_TIME AS OF e`: with the processing time it is the table as it is now.
    fn is_as_of_now(&mut self, time: &sql::ast::Expr, scope: &Scope<'_>) -> bool {
        let expr = self.typed_expr(time, Place::new(scope, Clause::From));
        if expr.data_type.is_unknown() || is_processing_time(&expr) {
            return is_processing_time(&expr);
        }
        if expr.is_constant() {
            let diagnostic = Diagnostic::error(UNSUPPORTED_TIME_TRAVEL, expr.span, "this catalog keeps no older versions of a table")
                .with_flink("java.lang.UnsupportedOperationException: getTable(ObjectPath, long) is not implemented for class org.apache.flink.table.catalog.GenericInMemoryCatalog.");
            self.report(diagnostic);
            return false;
        }
        self.unsupported(expr.span, "a join with the version of a table at an event time");
        false
    }

    /// Puts the columns under the alias, or else under the table's own name.
    pub(super) fn with_alias(&mut self, relation: Relation, alias: Option<&TableAlias>, own: Option<ScopeTable>) -> From {
        let (relation, table) = match (alias, own) {
            (Some(alias), _) => (self.rename(relation, &alias.columns, alias.span), ScopeTable::named(&alias.name.value, Vec::new())),
            (None, Some(own)) => (relation, own),
            (None, None) => (relation, ScopeTable { name: None, qualifier: Vec::new(), columns: Vec::new() }),
        };
        let columns = relation.columns.clone();
        From { relation, tables: vec![ScopeTable { columns, ..table }], merged: Vec::new(), dimension: None }
    }

    fn table_function(&mut self, call: &FunctionCall, item: &TableRef, scope: &Scope<'_>) -> From {
        let name = call.name.name.text().to_ascii_uppercase();
        if matches!(name.as_str(), "TUMBLE" | "HOP" | "CUMULATE" | "SESSION") {
            let relation = self.time_window(&name, call, scope);
            return self.with_alias(relation, item.alias.as_ref(), None);
        }
        if self.is_user_function(&call.name) {
            // Its columns are known only by an alias list; all of unknown types.
            return self.user_table_function(item);
        }
        let place = Place::new(scope, Clause::From);
        let args = self.plain_function_args(call, place);
        match self.context.functions.find(&name) {
            Some(_) => {
                let message = format!("'{name}' makes a value, not a table");
                let diagnostic = Diagnostic::error(UNKNOWN_FUNCTION, call.span, message)
                    .flink_validator(format!("No match found for function signature {name}"));
                self.report(diagnostic);
            }
            None if matches!(name.as_str(), "TO_CHANGELOG" | "FROM_CHANGELOG" | "ML_PREDICT" | "ML_EVALUATE" | "VECTOR_SEARCH") => {
                self.unsupported(call.span, &format!("the table function {name}"));
            }
            None => {
                self.unknown_function(&call.name.name.text(), &args, call.name.span(), call.span);
            }
        }
        self.failed_item(item.alias.as_ref(), item.span)
    }

    fn user_table_function(&mut self, item: &TableRef) -> From {
        let Some(alias) = item.alias.as_ref().filter(|alias| !alias.columns.is_empty()) else {
            return self.failed_item(item.alias.as_ref(), item.span);
        };
        let unknown_type = table::LogicalType::new(table::TypeKind::Unknown);
        let columns: Vec<_> = alias.columns.iter().map(|name| self.column(&name.value, unknown_type.clone())).collect();
        let row = columns.iter().map(|_| crate::context::unknown(item.span)).collect();
        let relation = Relation::new(RelationKind::Values(vec![row]), columns, item.span);
        self.with_alias(relation, item.alias.as_ref(), None)
    }

    /// Rows for which a condition holds, with the same names.
    pub(super) fn filter_from(from: From, condition: crate::bound::Expr) -> From {
        From { relation: filter(from.relation, condition), ..from }
    }
}
