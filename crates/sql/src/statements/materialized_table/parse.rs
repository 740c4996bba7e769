//! The parsers of statements on materialized tables.

use super::{AlterMaterializedTable, CreateMaterializedTable, DropPart, MaterializedTableAction, RefreshMode, StartMode, StartModeKind};
use crate::diagnostics::UNSUPPORTED_SYNTAX;
use crate::parser::{Parsed, Parser};
use crate::statements::table_clauses::{Clause, ClauseOrder};
use crate::token::TokenKind;
use diag::Diagnostic;

const REFRESH_MODES: &[(&str, RefreshMode)] = &[("FULL", RefreshMode::Full), ("CONTINUOUS", RefreshMode::Continuous)];

const START_MODES: &[(&str, StartModeKind)] = &[
    ("FROM_BEGINNING", StartModeKind::FromBeginning),
    ("FROM_NOW", StartModeKind::FromNow),
    ("FROM_TIMESTAMP", StartModeKind::FromTimestamp),
    ("RESUME_OR_FROM_BEGINNING", StartModeKind::ResumeOrFromBeginning),
    ("RESUME_OR_FROM_NOW", StartModeKind::ResumeOrFromNow),
    ("RESUME_OR_FROM_TIMESTAMP", StartModeKind::ResumeOrFromTimestamp),
];

impl Parser<'_> {
    /// Reads what stands behind `CREATE [OR ALTER]`.
    pub(crate) fn create_materialized_table(&mut self, or_alter: bool) -> Parsed<CreateMaterializedTable> {
        self.expect_keywords("MATERIALIZED TABLE")?;
        if self.word() == "IF" && self.word_nth(1) == "NOT" {
            let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, self.token().span, "a materialized table has no IF NOT EXISTS");
            return Err(self.report(diagnostic.with_help("Write CREATE OR ALTER MATERIALIZED TABLE.")));
        }
        let name = self.object_name("the name of the materialized table")?;
        let elements = if self.at(TokenKind::LeftParen) { self.table_elements()?.0 } else { vec![] };
        let (mut comment, mut distribution, mut partitioned_by, mut options) = (None, None, vec![], None);
        let (mut start_mode, mut freshness, mut refresh_mode) = (None, None, None);
        let mut order = ClauseOrder::default();
        loop {
            let start = self.start();
            let clause = if self.eat_keyword("COMMENT") {
                comment = Some(self.plain_string("the comment")?);
                Clause::Comment
            } else if self.at_keyword("DISTRIBUTED") {
                distribution = Some(self.distributed()?);
                Clause::Distributed
            } else if self.at_keywords("PARTITIONED BY") {
                partitioned_by = self.partitioned_by()?;
                Clause::PartitionedBy
            } else if self.eat_keyword("WITH") {
                options = Some(self.options()?);
                Clause::With
            } else if self.eat_keyword("START_MODE") {
                start_mode = Some(self.start_mode()?);
                Clause::StartMode
            } else if self.eat_keyword("FRESHNESS") {
                self.expect(TokenKind::Equal)?;
                freshness = Some(self.expression()?);
                Clause::Freshness
            } else if self.eat_keyword("REFRESH_MODE") {
                refresh_mode = Some(self.refresh_mode()?);
                Clause::RefreshMode
            } else {
                break;
            };
            let span = self.span_from(start);
            self.check_clause_order(&mut order, clause, span);
        }
        if !self.eat_keyword("AS") {
            return Err(self.expected("AS and a query"));
        }
        let query = self.query()?;
        Ok(CreateMaterializedTable {
            or_alter,
            name,
            elements,
            comment,
            distribution,
            partitioned_by,
            options,
            start_mode,
            freshness,
            refresh_mode,
            query,
        })
    }

    fn refresh_mode(&mut self) -> Parsed<RefreshMode> {
        self.expect(TokenKind::Equal)?;
        self.one_of_words(REFRESH_MODES)
    }

    /// `= FROM_NOW [(INTERVAL ..)]` and its like; a start at a timestamp needs the timestamp.
    fn start_mode(&mut self) -> Parsed<StartMode> {
        self.expect(TokenKind::Equal)?;
        let start = self.start();
        let kind = self.one_of_words(START_MODES)?;
        let argument = match kind {
            StartModeKind::FromTimestamp | StartModeKind::ResumeOrFromTimestamp => true,
            StartModeKind::FromNow | StartModeKind::ResumeOrFromNow => self.at(TokenKind::LeftParen),
            StartModeKind::FromBeginning | StartModeKind::ResumeOrFromBeginning => false,
        };
        let mut mode = StartMode { kind, argument: None, span: self.span_from(start) };
        if argument {
            self.expect(TokenKind::LeftParen)?;
            mode.argument = Some(self.expression()?);
            self.expect(TokenKind::RightParen)?;
            mode.span = self.span_from(start);
        }
        Ok(mode)
    }

    /// Reads what stands behind ALTER.
    pub(crate) fn alter_materialized_table(&mut self) -> Parsed<AlterMaterializedTable> {
        self.expect_keywords("MATERIALIZED TABLE")?;
        let name = self.object_name("the name of the materialized table")?;
        Ok(AlterMaterializedTable { name, action: self.materialized_table_action()? })
    }

    fn materialized_table_action(&mut self) -> Parsed<MaterializedTableAction> {
        let start = self.start();
        self.repair_keyword(&["SUSPEND", "RESUME", "REFRESH", "RESET", "MODIFY", "DROP", "ADD"]);
        if self.eat_keyword("SUSPEND") {
            return Ok(MaterializedTableAction::Suspend);
        }
        if self.eat_keyword("RESUME") {
            return Ok(MaterializedTableAction::Resume(self.with_options()?));
        }
        if self.eat_keyword("REFRESH") {
            let partition = if self.at_keyword("PARTITION") { Some(self.partition_spec(false)?) } else { None };
            return Ok(MaterializedTableAction::Refresh(partition));
        }
        if self.eat_keyword("SET") {
            return self.materialized_table_set();
        }
        if self.eat_keyword("RESET") {
            let (keys, span) = self.string_list("a key as a string")?;
            return Ok(MaterializedTableAction::Reset { keys, span });
        }
        if self.eat_keyword("ADD") {
            if self.eat_keyword("DISTRIBUTION") {
                return Ok(MaterializedTableAction::AddDistribution(self.distribution_from(start)?));
            }
            let (elements, parentheses) = self.alter_elements()?;
            return Ok(MaterializedTableAction::Add { elements, parentheses });
        }
        if self.eat_keyword("MODIFY") {
            if self.eat_keyword("DISTRIBUTION") {
                return Ok(MaterializedTableAction::ModifyDistribution(self.distribution_from(start)?));
            }
            let (elements, parentheses) = self.alter_elements()?;
            return Ok(MaterializedTableAction::Modify { elements, parentheses });
        }
        if self.eat_keyword("DROP") {
            return Ok(MaterializedTableAction::Drop(self.drop_part()?));
        }
        self.expect_keyword("AS")?;
        Ok(MaterializedTableAction::As(Box::new(self.query()?)))
    }

    fn materialized_table_set(&mut self) -> Parsed<MaterializedTableAction> {
        if self.eat_keyword("FRESHNESS") {
            self.expect(TokenKind::Equal)?;
            return Ok(MaterializedTableAction::SetFreshness(self.expression()?));
        }
        if self.eat_keyword("REFRESH_MODE") {
            return Ok(MaterializedTableAction::SetRefreshMode(self.refresh_mode()?));
        }
        Ok(MaterializedTableAction::Set(self.options()?))
    }

    fn drop_part(&mut self) -> Parsed<DropPart> {
        if self.eat_keywords("PRIMARY KEY") {
            return Ok(DropPart::PrimaryKey);
        }
        if self.eat_keyword("CONSTRAINT") {
            return Ok(DropPart::Constraint(self.ident("the name of the constraint")?));
        }
        if self.eat_keyword("WATERMARK") {
            return Ok(DropPart::Watermark);
        }
        if self.eat_keyword("DISTRIBUTION") {
            return Ok(DropPart::Distribution);
        }
        if self.at(TokenKind::LeftParen) {
            let (columns, _) = self.element_list(false, |p| p.name_at(0), |p| p.object_name("a column"))?;
            return Ok(DropPart::Columns { columns, parentheses: true });
        }
        Ok(DropPart::Columns { columns: vec![self.object_name("a column")?], parentheses: false })
    }
}
