//! Which parser reads a statement: its first word says so.

use super::create_table::CreateMode;
use super::{ClientCommand, Statement, StatementKind};
use crate::ast::{ObjectName, StringLiteral, StringPrefix};
use crate::diagnostics::{SYNTAX_ERROR, UNKNOWN_STATEMENT, UNSUPPORTED_STATEMENT};
use crate::parser::{Parsed, Parser};
use crate::print::quote_string;
use crate::token::TokenKind;
use diag::{Diagnostic, Span};

/// The words that begin a statement and are long enough to be recognized when misspelt.
const BEGINNINGS: &[&str] = &[
    "SELECT", "INSERT", "CREATE", "WITH", "VALUES", "UPDATE", "DELETE", "TRUNCATE", "DROP", "ALTER", "SHOW", "DESCRIBE", "EXPLAIN", "USE",
    "LOAD", "UNLOAD", "SET", "RESET", "EXECUTE", "COMPILE", "ANALYZE", "STOP", "CALL", "BEGIN", "REPLACE", "REMOVE",
];

impl Parser<'_> {
    /// Reads one statement, without the `;` behind it.
    pub(crate) fn statement(&mut self) -> Parsed<Statement> {
        let start = self.start();
        let kind = self.nested(Parser::statement_kind)?;
        Ok(Statement { kind, span: self.span_from(start) })
    }

    fn statement_kind(&mut self) -> Parsed<StatementKind> {
        if let Some(command) = self.client_command() {
            return Ok(StatementKind::Client(command));
        }
        match self.word() {
            "WITH" => self.with_statement(),
            "SELECT" | "VALUES" | "VALUE" | "TABLE" => Ok(StatementKind::Query(Box::new(self.query()?))),
            "INSERT" => Ok(StatementKind::Insert(Box::new(self.insert(false)?))),
            "UPDATE" => Ok(StatementKind::Update(Box::new(self.update()?))),
            "DELETE" => Ok(StatementKind::Delete(Box::new(self.delete()?))),
            "TRUNCATE" => Ok(StatementKind::Truncate(self.truncate()?)),
            "STATEMENT" => Ok(StatementKind::StatementSet(Box::new(self.statement_set(false)?))),
            "BEGIN" => self.expect_keywords("BEGIN STATEMENT SET").map(|_| StatementKind::BeginStatementSet),
            "END" => self.expect_keyword("END").map(|_| StatementKind::EndStatementSet),
            "CREATE" => self.create(),
            "REPLACE" => self.replace(),
            "ALTER" => self.alter(),
            "DROP" => Ok(StatementKind::Drop(self.drop_statement()?)),
            "SHOW" => Ok(StatementKind::Show(self.show()?)),
            "DESCRIBE" | "DESC" => Ok(StatementKind::Describe(self.describe_statement()?)),
            "EXPLAIN" => Ok(StatementKind::Explain(Box::new(self.explain()?))),
            "USE" => self.use_statement(),
            "LOAD" => Ok(StatementKind::LoadModule(self.load_module()?)),
            "UNLOAD" => Ok(StatementKind::UnloadModule(self.unload_module()?)),
            "ADD" => Ok(StatementKind::AddJar(self.jar()?)),
            "REMOVE" => Ok(StatementKind::RemoveJar(self.jar()?)),
            "SET" => self.set(),
            "RESET" => self.reset(),
            "EXECUTE" => self.execute(),
            "COMPILE" => Ok(StatementKind::CompilePlan(Box::new(self.compile_plan()?))),
            "ANALYZE" => Ok(StatementKind::AnalyzeTable(Box::new(self.analyze_table()?))),
            "STOP" => Ok(StatementKind::StopJob(self.stop_job()?)),
            "CALL" => Ok(StatementKind::Call(Box::new(self.call_procedure()?))),
            _ if self.peek() == TokenKind::LeftParen => Ok(StatementKind::Query(Box::new(self.query()?))),
            _ => self.other_statement(),
        }
    }

    /// QUIT and its like are commands only when nothing else stands in the statement.
    fn client_command(&mut self) -> Option<ClientCommand> {
        let command = match self.word() {
            "QUIT" | "EXIT" => ClientCommand::Quit,
            "CLEAR" => ClientCommand::Clear,
            "HELP" => ClientCommand::Help,
            _ => return None,
        };
        if !self.ends_at(1) {
            return None;
        }
        self.bump();
        Some(command)
    }

    /// `REPLACE TABLE ..`
    fn replace(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword("REPLACE")?;
        Ok(StatementKind::CreateTable(Box::new(self.create_table(CreateMode::Replace, false)?)))
    }

    /// A statement that Flink cannot execute, a misspelt first word, or no statement at all.
    fn other_statement(&mut self) -> Parsed<StatementKind> {
        let token = self.token();
        let text = self.text_of(token).to_uppercase();
        let help = match text.as_str() {
            "UPSERT" => "Write INSERT INTO: a sink with a primary key is written by key anyway.",
            "MERGE" => "Write INSERT INTO with a query; a sink with a primary key is written by key.",
            "GRANT" | "REVOKE" => "Flink SQL has no permissions.",
            "COMMIT" | "ROLLBACK" => "Flink SQL has no transactions.",
            "COPY" => "Write INSERT INTO a table with the connector 'filesystem'.",
            _ if self.repair_keyword(BEGINNINGS) => return self.nested(Parser::statement_kind),
            _ => return Err(self.unknown_statement()),
        };
        let diagnostic = Diagnostic::error(UNSUPPORTED_STATEMENT, token.span, format!("Flink cannot execute {text}"));
        Err(self.report(diagnostic.with_help(help)))
    }

    fn unknown_statement(&mut self) -> crate::parser::Reported {
        let token = self.token();
        if token.kind == TokenKind::Unknown {
            return self.expected("a statement");
        }
        let message = format!("no statement begins with {}", self.describe(token));
        let diagnostic = Diagnostic::error(UNKNOWN_STATEMENT, token.span, message);
        let diagnostic = diagnostic.with_help("A statement begins with a word such as SELECT, INSERT, CREATE or SET.");
        self.report(diagnostic.with_flink("Non-query expression encountered in illegal context"))
    }

    /// `[IF NOT EXISTS]`
    pub(crate) fn if_not_exists(&mut self) -> Parsed<bool> {
        if self.at_keywords("IF EXISTS") {
            let (start, flink) = (self.start(), self.flink_text(self.token_nth(1)));
            self.eat_keywords("IF EXISTS");
            let span = self.span_from(start);
            let diagnostic = Diagnostic::error(SYNTAX_ERROR, span, "what is created can have IF NOT EXISTS, but not IF EXISTS");
            self.report_also(diagnostic.with_fix("Write IF NOT EXISTS", span, "IF NOT EXISTS").with_flink(flink));
            return Ok(true);
        }
        let found = self.at_keywords("IF NOT");
        if found {
            self.expect_keywords("IF NOT EXISTS")?;
        }
        Ok(found)
    }

    /// `[IF EXISTS]`; something may also be called `if`.
    pub(crate) fn if_exists(&mut self) -> Parsed<bool> {
        let found = self.at_keywords("IF EXISTS") || (self.word() == "IF" && self.name_at(1) && self.name_at(2));
        if found {
            self.expect_keywords("IF EXISTS")?;
        }
        Ok(found)
    }

    /// Reads a dotted name that may have only so many parts.
    pub(crate) fn name_of_parts(&mut self, what: &'static str, most: usize) -> Parsed<ObjectName> {
        let name = self.object_name(what)?;
        if name.parts.len() > most {
            let message = format!("'{}' has too many parts for {what}", name.text());
            self.report_also(Diagnostic::error(SYNTAX_ERROR, name.span, message));
        }
        Ok(name)
    }

    /// Reads a string; a bare name in its place, such as that of a class or a file, lacks only the quotes.
    pub(crate) fn quoted(&mut self, what: &'static str) -> Parsed<StringLiteral> {
        if self.name_at(0) {
            let name = self.dotted_key(what)?;
            return Err(self.needs_quotes(name.span, what));
        }
        self.plain_string(what)
    }

    /// Reads a string that has no prefix and is not continued on the next line.
    pub(crate) fn plain_string(&mut self, what: &'static str) -> Parsed<StringLiteral> {
        let token = self.token();
        let literal = self.string_literal(&format!("{what} as a string"))?;
        if literal.prefix != StringPrefix::None || literal.span != token.span {
            let diagnostic = Diagnostic::error(SYNTAX_ERROR, literal.span, format!("{what} is one plain string"));
            let plain = quote_string(&literal.value);
            self.report_also(diagnostic.with_fix(format!("Write {plain}"), literal.span, plain));
        }
        Ok(literal)
    }

    /// True when the statement has no token `n` further on.
    pub(crate) fn ends_at(&self, n: usize) -> bool {
        matches!(self.peek_nth(n), TokenKind::Semicolon | TokenKind::End)
    }

    /// The span from the current token to the last one of the statement.
    pub(crate) fn rest_of_statement(&self) -> Span {
        let mut n = 0;
        while !self.ends_at(n + 1) {
            n += 1;
        }
        self.token().span.to(self.token_nth(n).span)
    }

    /// Takes one of several words and returns what it stands for; a misspelt word is reported and taken.
    pub(crate) fn one_of_words<T: Clone>(&mut self, words: &[(&'static str, T)]) -> Parsed<T> {
        let names: Vec<&'static str> = words.iter().map(|(name, _)| *name).collect();
        self.repair_keyword(&names);
        for (word, value) in words {
            if self.eat_keyword(word) {
                return Ok(value.clone());
            }
        }
        Err(self.expected(""))
    }
}
