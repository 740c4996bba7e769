//! Marks for statements: definitions and options on lines of their own, queries below what they belong to.

use super::marks::{Mark, Marks};
use super::query::Shape;
use crate::ast::{Expr, Ident, Query, StringLiteral};
use crate::statements::alter::{AlterElement, AlterTableAction, AlterViewAction};
use crate::statements::create_table::{ColumnDef, ColumnKind, CreateTable, Distribution, Like, OptionValue, Options, TableElement};
use crate::statements::dml::{Insert, StatementSet};
use crate::statements::materialized_table::{CreateMaterializedTable, MaterializedTableAction};
use crate::statements::set::{SetKey, SetTableValue};
use crate::statements::{Statement, StatementKind};
use crate::token::TokenKind;
use diag::Span;

impl Marks<'_> {
    pub(super) fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Query(query) => self.query(query, Shape::Block),
            StatementKind::Insert(insert) => self.insert(insert),
            StatementKind::Update(update) => {
                for (_, value) in &update.assignments {
                    self.expr(value);
                }
                self.where_clause(update.selection.as_ref());
            }
            StatementKind::Delete(delete) => self.where_clause(delete.selection.as_ref()),
            StatementKind::StatementSet(set) => self.statement_set(set, statement.span),
            StatementKind::CreateTable(create) => self.create_table(create),
            StatementKind::CreateView(create) => {
                if let Some(column) = create.columns.first() {
                    self.list_in_parentheses(self.first(column.span) - 1, &create.columns, |c| c.span, |_, _| {});
                }
                self.comment_clause(create.comment.as_ref());
                self.query_below(&create.query);
            }
            StatementKind::CreateCatalog(create) => self.with_options(create.options.as_ref()),
            StatementKind::CreateDatabase(create) => self.with_options(create.options.as_ref()),
            StatementKind::CreateFunction(create) => self.with_options(create.options.as_ref()),
            StatementKind::CreateConnection(create) => self.with_options(create.options.as_ref()),
            StatementKind::CreateModel(create) => {
                for columns in [&create.input, &create.output] {
                    if let Some(column) = columns.first() {
                        self.list_in_parentheses(self.first(column.span) - 1, columns, |c| c.span, Marks::column);
                    }
                }
                self.with_options(create.options.as_ref());
                if let Some(query) = &create.query {
                    self.query_below(query);
                }
            }
            StatementKind::CreateMaterializedTable(create) => self.create_materialized_table(create),
            StatementKind::AlterMaterializedTable(alter) => self.alter_materialized_table(&alter.action),
            StatementKind::AlterTable(alter) => self.alter_table(&alter.action),
            StatementKind::AlterView(alter) => {
                if let AlterViewAction::As(query) = &alter.action {
                    self.query_below(query);
                }
            }
            StatementKind::Explain(explain) => self.statement(&explain.statement),
            StatementKind::CompilePlan(compile) => self.statement(&compile.statement),
            StatementKind::Set(set) => {
                if let Some((key, value)) = &set.assignment {
                    self.set_key(key);
                    self.option_value(value);
                }
            }
            StatementKind::Reset(reset) => reset.key.iter().for_each(|key| self.set_key(key)),
            StatementKind::SetTable(set) => self.set_table_value(&set.value, set.value_span),
            StatementKind::Call(call) => {
                self.glue(self.last(call.name.span) + 1);
                call.args.iter().for_each(|arg| self.expr(&arg.value));
            }
            _ => {}
        }
    }

    fn where_clause(&mut self, condition: Option<&Expr>) {
        if let Some(condition) = condition {
            let word = self.first(condition.span) - 1;
            self.mark_before(word, Mark::Newline);
            self.expr(condition);
        }
    }

    /// A query that begins a line.
    fn query_below(&mut self, query: &Query) {
        let first = self.first(query.span);
        self.mark_before(first, Mark::Newline);
        self.query(query, Shape::Block);
    }

    fn insert(&mut self, insert: &Insert) {
        if let Some(span) = insert.columns_span {
            self.list_in_parentheses(self.first(span), &insert.columns, |c| c.span, |_, _| {});
        }
        self.query_below(&insert.query);
        if let Some((_, span)) = insert.on_conflict {
            let on = self.first(span);
            self.mark_before(on, Mark::Newline);
        }
    }

    /// Flink's client takes a `;` at the end of a line for the end of the statement, even in here. So a line ends behind
    /// one only where it did.
    fn statement_set(&mut self, set: &StatementSet, span: Span) {
        let end = self.last(span);
        for (i, insert) in set.inserts.iter().enumerate() {
            let first = self.first(insert.span);
            if i == 0 {
                self.mark_before(first - 1, Mark::Newline);
                self.indent_after(first - 1);
                self.mark_before(first, Mark::Newline);
            } else {
                self.mark_before(first, Mark::NewlineAsWritten);
            }
            self.insert(insert);
        }
        self.mark_before(end, Mark::Dedent);
        self.mark_before(end, Mark::NewlineAsWritten);
    }

    fn create_table(&mut self, create: &CreateTable) {
        if let Some(span) = create.elements_span {
            self.elements(self.first(span), &create.elements);
        }
        let plain = self.table_clauses(create.comment.as_ref(), create.distribution.as_ref(), &create.partitioned_by);
        self.options_clause(create.options.as_ref(), plain);
        if let Some(like) = &create.like {
            self.like(like);
        }
        if let Some(query) = &create.query {
            self.query_below(query);
        }
    }

    /// `(` and one element a line.
    fn elements(&mut self, open: usize, elements: &[TableElement]) {
        let close = self.matching(open);
        self.open_block(open);
        for (i, element) in elements.iter().enumerate() {
            if i > 0 {
                let token = self.first(element_span(element));
                self.mark_before(token, Mark::Newline);
            }
            self.element(element);
        }
        self.close_block(close);
    }

    fn element(&mut self, element: &TableElement) {
        match element {
            TableElement::Column(column) => self.column(column),
            TableElement::Watermark(watermark) => self.expr(&watermark.strategy),
            TableElement::Constraint(_) | TableElement::Name(_) | TableElement::Index(_) | TableElement::Period(_) => {}
        }
    }

    fn column(&mut self, column: &ColumnDef) {
        match &column.kind {
            ColumnKind::Typed { data_type, .. } => self.data_type(data_type),
            ColumnKind::Computed(expr) => self.expr(expr),
        }
    }

    /// COMMENT, DISTRIBUTED and PARTITIONED BY begin lines; true when none of them is there.
    fn table_clauses(&mut self, comment: Option<&StringLiteral>, distribution: Option<&Distribution>, partitioned_by: &[Ident]) -> bool {
        self.comment_clause(comment);
        if let Some(distribution) = distribution {
            let word = self.first(distribution.span);
            self.mark_before(word, Mark::Newline);
            self.glue_method(distribution);
        }
        if let Some(first) = partitioned_by.first() {
            let word = self.first(first.span) - 3;
            self.mark_before(word, Mark::Newline);
        }
        comment.is_none() && distribution.is_none() && partitioned_by.is_empty()
    }

    fn glue_method(&mut self, distribution: &Distribution) {
        if let (Some(_), Some(first)) = (distribution.method, distribution.columns.first()) {
            self.glue(self.first(first.span) - 1);
        }
    }

    /// The COMMENT clause begins a line.
    fn comment_clause(&mut self, comment: Option<&StringLiteral>) {
        if let Some(comment) = comment {
            let word = self.first(comment.span) - 1;
            self.mark_before(word, Mark::Newline);
        }
    }

    fn with_options(&mut self, options: Option<&Options>) {
        self.options_clause(options, true);
    }

    /// `WITH (` and one option a line.
    fn options_clause(&mut self, options: Option<&Options>, same_line: bool) {
        let Some(options) = options else { return };
        let (open, close) = (self.first(options.span), self.last(options.span));
        if !same_line {
            self.mark_before(open - 1, Mark::Newline);
        }
        if options.entries.is_empty() {
            return;
        }
        self.open_block(open);
        for (i, entry) in options.entries.iter().enumerate() {
            if i > 0 {
                let token = self.first(entry.span);
                self.mark_before(token, Mark::Newline);
            }
            self.option_value(&entry.value);
        }
        self.close_block(close);
    }

    /// `SET (..)`: on one line when it fits.
    fn options_list(&mut self, options: &Options) {
        if options.entries.is_empty() {
            return;
        }
        self.list_in_parentheses(self.first(options.span), &options.entries, |e| e.span, |marks, e| marks.option_value(&e.value));
    }

    fn option_value(&mut self, value: &OptionValue) {
        if let OptionValue::Number(_, span) = value {
            self.glue_all(*span);
        }
    }

    fn glue_all(&mut self, span: Span) {
        for token in self.first(span) + 1..=self.last(span) {
            self.glue(token);
        }
    }

    fn like(&mut self, like: &Like) {
        if let Some(first) = like.options.first() {
            let open = self.first(first.span) - 1;
            let close = self.matching(open);
            self.open_parenthesis(open);
            for option in &like.options[1..] {
                let token = self.first(option.span);
                self.mark_before(token, Mark::Break);
            }
            self.close_parenthesis(close);
        }
    }

    fn create_materialized_table(&mut self, create: &CreateMaterializedTable) {
        let mut clauses = self.last(create.name.span) + 1;
        if let Some(first) = create.elements.first() {
            let open = self.first(element_span(first)) - 1;
            clauses = self.matching(open) + 1;
            self.elements(open, &create.elements);
        }
        let plain = self.table_clauses(create.comment.as_ref(), create.distribution.as_ref(), &create.partitioned_by);
        self.options_clause(create.options.as_ref(), plain);
        for token in clauses..self.first(create.query.span) {
            let names_clause = ["START_MODE", "FRESHNESS", "REFRESH_MODE"].iter().any(|word| self.is_word(token, word));
            if names_clause && self.kind(token + 1) == TokenKind::Equal {
                self.mark_before(token, Mark::Newline);
            }
        }
        if let Some(argument) = create.start_mode.as_ref().and_then(|mode| mode.argument.as_ref()) {
            self.glue(self.first(argument.span) - 1);
        }
        self.query_below(&create.query);
    }

    fn alter_materialized_table(&mut self, action: &MaterializedTableAction) {
        match action {
            MaterializedTableAction::Add { elements, parentheses } | MaterializedTableAction::Modify { elements, parentheses } => {
                self.alter_elements(elements, *parentheses);
            }
            MaterializedTableAction::Set(options) | MaterializedTableAction::Resume(Some(options)) => self.options_list(options),
            MaterializedTableAction::AddDistribution(distribution) | MaterializedTableAction::ModifyDistribution(distribution) => {
                self.glue_method(distribution);
            }
            MaterializedTableAction::SetFreshness(expr) => self.expr(expr),
            MaterializedTableAction::As(query) => self.query_below(query),
            _ => {}
        }
    }

    fn alter_table(&mut self, action: &AlterTableAction) {
        match action {
            AlterTableAction::Add { elements, parentheses } | AlterTableAction::Modify { elements, parentheses } => {
                self.alter_elements(elements, *parentheses);
            }
            AlterTableAction::Set(options) => self.options_list(options),
            AlterTableAction::AddDistribution(distribution) | AlterTableAction::ModifyDistribution(distribution) => {
                self.glue_method(distribution);
            }
            _ => {}
        }
    }

    fn alter_elements(&mut self, elements: &[AlterElement], parentheses: bool) {
        match elements.first() {
            Some(first) if parentheses => {
                let open = self.first(element_span(&first.element)) - 1;
                self.list_in_parentheses(open, elements, |e| element_span(&e.element), |marks, e| marks.element(&e.element));
            }
            _ => elements.iter().for_each(|e| self.element(&e.element)),
        }
    }

    fn set_key(&mut self, key: &SetKey) {
        if let SetKey::Name { span, .. } = key {
            self.glue_all(*span);
        }
    }

    fn set_table_value(&mut self, value: &SetTableValue, span: Span) {
        match value {
            SetTableValue::Value(value) => self.option_value(value),
            SetTableValue::Watermark { watermark, quoted: false } => self.expr(&watermark.strategy),
            SetTableValue::Computed { columns, parentheses, quoted: false } => {
                if *parentheses {
                    self.list_in_parentheses(self.first(span), columns, |(name, _)| name.span, |marks, (_, e)| marks.expr(e));
                } else {
                    columns.iter().for_each(|(_, e)| self.expr(e));
                }
            }
            SetTableValue::Expr(expr) => self.expr(expr),
            SetTableValue::Index { .. } | SetTableValue::Watermark { .. } | SetTableValue::Computed { .. } => {}
        }
    }

    /// Marks the hints of a text: they are written in one style wherever they stand.
    pub(super) fn hints(&mut self) {
        let mut token = 0;
        while self.kind(token) != TokenKind::End {
            if self.kind(token) == TokenKind::HintStart {
                token = self.hint_names(token + 1);
            }
            token += 1;
        }
    }

    /// The parenthesis of a hint touches its name.
    fn hint_names(&mut self, from: usize) -> usize {
        let mut token = from;
        while !matches!(self.kind(token), TokenKind::HintEnd | TokenKind::End) {
            if self.kind(token) == TokenKind::LeftParen {
                self.glue(token);
            }
            token += 1;
        }
        token
    }
}

fn element_span(element: &TableElement) -> Span {
    match element {
        TableElement::Column(column) => column.span,
        TableElement::Watermark(watermark) => watermark.span,
        TableElement::Constraint(constraint) => constraint.span,
        TableElement::Name(name) => name.span,
        TableElement::Index(index) => index.span,
        TableElement::Period(span) => *span,
    }
}
