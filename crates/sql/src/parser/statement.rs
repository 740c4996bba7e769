//! The first words of a statement, and what reads the rest.

use super::{Parsed, Parser, Reported};
use crate::diagnostics::{MISPLACED_CLAUSE, UNKNOWN_STATEMENT};
use crate::statements::{ClientCommand, Statement, StatementKind};
use crate::token::TokenKind;
use diag::{Diagnostic, Edit, Fix, Span};

/// The words that a statement can begin with.
pub(super) const STARTERS: &[&str] = &[
    "SELECT", "WITH", "VALUES", "INSERT", "CREATE", "ALTER", "DROP", "SET", "RESET", "SHOW", "DESCRIBE", "DESC", "EXPLAIN", "USE", "EXECUTE",
    "STATEMENT", "BEGIN", "END", "UPDATE", "DELETE", "TRUNCATE", "LOAD", "UNLOAD", "ADD", "REMOVE", "ANALYZE", "COMPILE", "STOP", "CALL", "REPLACE",
    "TABLE", "QUIT", "EXIT", "CLEAR", "HELP",
];

impl Parser<'_> {
    /// Reads a statement that is part of another one, such as what EXPLAIN explains.
    pub(crate) fn nested_statement(&mut self) -> Parsed<Statement> {
        let start = self.start();
        let kind = self.nested(Parser::statement)?;
        Ok(Statement { kind, span: self.span_from(start) })
    }

    pub(crate) fn statement(&mut self) -> Parsed<StatementKind> {
        self.repair_starter();
        match self.word() {
            "WITH" => self.with_statement(),
            "SELECT" | "VALUES" | "VALUE" | "TABLE" => self.query_statement(),
            "CREATE" | "REPLACE" => self.create(),
            "ALTER" => self.alter(),
            "DROP" => self.drop_statement().map(StatementKind::Drop),
            "INSERT" => self.insert(false).map(Box::new).map(StatementKind::Insert),
            "UPDATE" => self.update().map(Box::new).map(StatementKind::Update),
            "DELETE" => self.delete().map(Box::new).map(StatementKind::Delete),
            "TRUNCATE" => self.truncate().map(StatementKind::Truncate),
            "EXECUTE" => self.execute(),
            "STATEMENT" => self.statement_set(false).map(Box::new).map(StatementKind::StatementSet),
            "BEGIN" => {
                self.expect_keywords("BEGIN STATEMENT SET")?;
                Ok(StatementKind::BeginStatementSet)
            }
            "END" => {
                self.bump();
                Ok(StatementKind::EndStatementSet)
            }
            "SET" => self.set(),
            "RESET" => self.reset(),
            "SHOW" => self.show().map(StatementKind::Show),
            "DESCRIBE" | "DESC" => self.describe_statement().map(StatementKind::Describe),
            "EXPLAIN" => self.explain().map(Box::new).map(StatementKind::Explain),
            "USE" => self.use_statement(),
            "LOAD" => self.load_module().map(StatementKind::LoadModule),
            "UNLOAD" => self.unload_module().map(StatementKind::UnloadModule),
            "ADD" => self.jar().map(StatementKind::AddJar),
            "REMOVE" => self.jar().map(StatementKind::RemoveJar),
            "COMPILE" => self.compile_plan().map(Box::new).map(StatementKind::CompilePlan),
            "ANALYZE" => self.analyze_table().map(Box::new).map(StatementKind::AnalyzeTable),
            "STOP" => self.stop_job().map(StatementKind::StopJob),
            "CALL" => self.call_procedure().map(Box::new).map(StatementKind::Call),
            "QUIT" | "EXIT" => self.client(ClientCommand::Quit),
            "CLEAR" => self.client(ClientCommand::Clear),
            "HELP" => self.client(ClientCommand::Help),
            _ if self.peek() == TokenKind::LeftParen => self.query_statement(),
            _ => Err(self.unknown_statement()),
        }
    }

    /// Lets a misspelt first word be the one that was meant.
    fn repair_starter(&mut self) {
        if !STARTERS.contains(&self.word()) {
            self.repair_keyword(STARTERS);
        }
    }

    fn query_statement(&mut self) -> Parsed<StatementKind> {
        Ok(StatementKind::Query(Box::new(self.query()?)))
    }

    fn client(&mut self, command: ClientCommand) -> Parsed<StatementKind> {
        self.bump();
        Ok(StatementKind::Client(command))
    }

    /// `WITH .. SELECT ..`. Before INSERT it is reported, and the INSERT is read.
    fn with_statement(&mut self) -> Parsed<StatementKind> {
        let (from, start) = (self.pos, self.start());
        let with = self.with()?;
        if self.word() != "INSERT" {
            self.pos = from;
            return self.query_statement();
        }
        let insert_at = self.token();
        let flink = self.flink_text(insert_at);
        let mut insert = self.insert(false)?;
        let message = "WITH stands behind the target of INSERT, before its query";
        let mut diagnostic = Diagnostic::error(MISPLACED_CLAUSE, with.span, message).with_label(insert_at.span, "the INSERT begins here");
        let moved = Span::new(start.source, start.start, insert_at.span.start);
        let edits = vec![
            Edit { span: moved, text: String::new() },
            Edit { span: insert.query.span.before(), text: format!("{} ", self.text_at(with.span)) },
        ];
        diagnostic.fix = Some(Fix { title: "Move the WITH behind the target".to_string(), edits });
        self.report(diagnostic.with_flink(flink.replace("Encountered \"INSERT\"", "Incorrect syntax near the keyword 'INSERT'")));
        insert.query.with = Some(with);
        Ok(StatementKind::Insert(Box::new(insert)))
    }

    fn unknown_statement(&mut self) -> Reported {
        let token = self.token();
        let diagnostic = Diagnostic::error(UNKNOWN_STATEMENT, token.span, format!("no statement begins with {}", self.describe(token)));
        let word = matches!(token.kind, TokenKind::Word(keyword) if !keyword.is_reserved());
        let flink = if word { "Non-query expression encountered in illegal context".to_string() } else { self.flink_text(token) };
        self.report(diagnostic.with_flink(flink))
    }
}
