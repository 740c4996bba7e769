//! Compiled plans, statistics, jobs and procedures.

use super::alter::PartitionSpec;
use super::{Statement, StatementKind};
use crate::ast::{Expr, Ident, ObjectName, StringLiteral};
use crate::diagnostics::SYNTAX_ERROR;
use crate::parser::{Parsed, Parser};
use crate::print::{Print, Printer};
use crate::token::TokenKind;
use diag::{Diagnostic, Span};

/// `COMPILE [AND EXECUTE] PLAN 'file' [IF NOT EXISTS] FOR statement`
#[derive(Clone, Debug, PartialEq)]
pub struct CompilePlan {
    pub execute: bool,
    pub file: StringLiteral,
    pub if_not_exists: bool,
    pub statement: Statement,
}

/// `EXECUTE PLAN 'file'`
#[derive(Clone, Debug, PartialEq)]
pub struct ExecutePlan {
    pub file: StringLiteral,
}

/// `ANALYZE TABLE t [PARTITION (..)] COMPUTE STATISTICS [FOR ..]`
#[derive(Clone, Debug, PartialEq)]
pub struct AnalyzeTable {
    pub table: ObjectName,
    pub partition: Option<PartitionSpec>,
    pub columns: AnalyzeColumns,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AnalyzeColumns {
    None,
    All,
    Some(Vec<Ident>),
}

/// `STOP JOB 'id' [WITH SAVEPOINT] [WITH DRAIN]`
#[derive(Clone, Debug, PartialEq)]
pub struct StopJob {
    pub id: StringLiteral,
    pub with_savepoint: bool,
    pub with_drain: bool,
}

/// `CALL p(args)`
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub name: ObjectName,
    pub args: Vec<CallArg>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CallArg {
    pub name: Option<Ident>,
    pub value: Expr,
}

impl Parser<'_> {
    /// `COMPILE [AND EXECUTE] PLAN ..`
    pub(crate) fn compile_plan(&mut self) -> Parsed<CompilePlan> {
        self.expect_keyword("COMPILE")?;
        let execute = self.eat_keywords("AND EXECUTE");
        self.expect_keyword("PLAN")?;
        let file = self.plain_string("the file")?;
        let if_not_exists = !execute && self.if_not_exists()?;
        self.expect_keyword("FOR")?;
        if !matches!(self.word(), "INSERT" | "STATEMENT") {
            return Err(self.expected("an INSERT or a STATEMENT SET"));
        }
        Ok(CompilePlan { execute, file, if_not_exists, statement: self.statement()? })
    }

    /// `EXECUTE {PLAN 'file' | STATEMENT SET .. | INSERT .. | query}`
    pub(crate) fn execute(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword("EXECUTE")?;
        if self.word() == "PLAN" && (self.peek_nth(1).is_string() || self.peek_nth(1) == TokenKind::DoubleQuoted) {
            self.bump();
            return Ok(StatementKind::ExecutePlan(ExecutePlan { file: self.plain_string("the file")? }));
        }
        if self.at_keyword("STATEMENT") {
            return Ok(StatementKind::StatementSet(Box::new(self.statement_set(true)?)));
        }
        if self.at_keyword("INSERT") {
            return Ok(StatementKind::Insert(Box::new(self.insert(true)?)));
        }
        Ok(StatementKind::Query(Box::new(self.query()?)))
    }

    /// `ANALYZE TABLE ..`
    pub(crate) fn analyze_table(&mut self) -> Parsed<AnalyzeTable> {
        self.expect_keywords("ANALYZE TABLE")?;
        let table = self.object_name("the name of the table")?;
        let partition = if self.at_keyword("PARTITION") { Some(self.partition_spec(true)?) } else { None };
        self.expect_keywords("COMPUTE STATISTICS")?;
        let columns = if !self.eat_keyword("FOR") {
            AnalyzeColumns::None
        } else if self.eat_keyword("ALL") {
            self.expect_keyword("COLUMNS")?;
            AnalyzeColumns::All
        } else {
            self.expect_keyword("COLUMNS")?;
            AnalyzeColumns::Some(self.comma_list(|p| p.ident("a column"))?)
        };
        Ok(AnalyzeTable { table, partition, columns })
    }

    /// `STOP JOB ..`
    pub(crate) fn stop_job(&mut self) -> Parsed<StopJob> {
        self.expect_keywords("STOP JOB")?;
        let id = self.plain_string("the id of the job")?;
        let with_savepoint = self.eat_keywords("WITH SAVEPOINT");
        let start = self.start();
        let with_drain = self.eat_keywords("WITH DRAIN");
        if with_drain && !with_savepoint {
            let span = self.span_from(start);
            let diagnostic = Diagnostic::error(SYNTAX_ERROR, span, "WITH DRAIN could only be used after WITH SAVEPOINT");
            self.report_also(diagnostic.with_fix("Write WITH SAVEPOINT WITH DRAIN", span, "WITH SAVEPOINT WITH DRAIN"));
        }
        Ok(StopJob { id, with_savepoint, with_drain })
    }

    /// `CALL ..`
    pub(crate) fn call_procedure(&mut self) -> Parsed<Call> {
        let start = self.start();
        self.expect_keyword("CALL")?;
        let name = self.object_name("the name of a procedure")?;
        let (args, _) = self.parenthesized_or_empty(|p| {
            let name = if p.peek_nth(1) == TokenKind::Arrow {
                let name = p.ident("the name of an argument")?;
                p.expect(TokenKind::Arrow)?;
                Some(name)
            } else {
                None
            };
            Ok(CallArg { name, value: p.expression()? })
        })?;
        Ok(Call { name, args, span: self.span_from(start) })
    }
}

impl Print for CompilePlan {
    fn print(&self, p: &mut Printer) {
        p.text(if self.execute { "COMPILE AND EXECUTE PLAN " } else { "COMPILE PLAN " }).node(&self.file);
        p.when(self.if_not_exists, " IF NOT EXISTS").text(" FOR ").node(&self.statement);
    }
}

impl Print for ExecutePlan {
    fn print(&self, p: &mut Printer) {
        p.text("EXECUTE PLAN ").node(&self.file);
    }
}

impl Print for AnalyzeTable {
    fn print(&self, p: &mut Printer) {
        p.text("ANALYZE TABLE ").node(&self.table).optional(" ", self.partition.as_ref()).text(" COMPUTE STATISTICS");
        match &self.columns {
            AnalyzeColumns::None => p,
            AnalyzeColumns::All => p.text(" FOR ALL COLUMNS"),
            AnalyzeColumns::Some(columns) => p.text(" FOR COLUMNS ").list(columns),
        };
    }
}

impl Print for StopJob {
    fn print(&self, p: &mut Printer) {
        p.text("STOP JOB ").node(&self.id).when(self.with_savepoint, " WITH SAVEPOINT").when(self.with_drain, " WITH DRAIN");
    }
}

impl Print for Call {
    fn print(&self, p: &mut Printer) {
        p.text("CALL ").node(&self.name).in_parentheses(&self.args);
    }
}

impl Print for CallArg {
    fn print(&self, p: &mut Printer) {
        if let Some(name) = &self.name {
            p.node(name).text(" => ");
        }
        p.node(&self.value);
    }
}
