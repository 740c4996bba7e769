//! The parser of CREATE TABLE and REPLACE TABLE.

use super::{CreateMode, CreateTable, Like, LikeFeature, LikeOption, MergeStrategy, TableElement};
use crate::diagnostics::{EXTRA_COMMA, SYNTAX_ERROR, UNSUPPORTED_SYNTAX};
use crate::parser::{Parsed, Parser};
use crate::statements::table_clauses::{Clause, ClauseOrder};
use crate::token::TokenKind;
use diag::Diagnostic;

impl Parser<'_> {
    /// Reads what stands behind `CREATE [OR REPLACE] [TEMPORARY]` or REPLACE, from TABLE on.
    pub(crate) fn create_table(&mut self, mode: CreateMode, temporary: bool) -> Parsed<CreateTable> {
        self.expect_keyword("TABLE")?;
        let if_not_exists = self.if_not_exists()?;
        let name = self.object_name("the name of the table")?;
        let (elements, elements_span) = match self.at(TokenKind::LeftParen) {
            true => self.table_elements().map(|(elements, span)| (elements, Some(span)))?,
            false => (vec![], None),
        };
        let mut table = CreateTable {
            mode,
            temporary,
            if_not_exists,
            name,
            elements,
            elements_span,
            comment: None,
            distribution: None,
            partitioned_by: vec![],
            options: None,
            like: None,
            query: None,
        };
        self.create_table_clauses(&mut table)?;
        self.check_bare_names(&table.elements, table.query.is_some());
        Ok(table)
    }

    fn create_table_clauses(&mut self, table: &mut CreateTable) -> Parsed<()> {
        let mut order = ClauseOrder::default();
        loop {
            let start = self.start();
            let clause = if self.eat_keyword("COMMENT") {
                table.comment = Some(self.plain_string("the comment")?);
                Clause::Comment
            } else if self.at_keyword("DISTRIBUTED") {
                table.distribution = Some(self.distributed()?);
                Clause::Distributed
            } else if self.at_keywords("PARTITIONED BY") {
                table.partitioned_by = self.partitioned_by()?;
                Clause::PartitionedBy
            } else if self.eat_keyword("WITH") {
                table.options = Some(self.options()?);
                Clause::With
            } else if table.mode != CreateMode::Replace && self.at_keyword("LIKE") {
                table.like = Some(self.like()?);
                Clause::Like
            } else if self.eat_keyword("AS") {
                table.query = Some(Box::new(self.query()?));
                Clause::As
            } else if self.at_misplaced_elements(table) {
                return Err(self.report_misplaced_elements());
            } else {
                break;
            };
            let span = self.span_from(start);
            self.check_clause_order(&mut order, clause, span);
        }
        if table.mode == CreateMode::Replace && table.query.is_none() {
            return Err(self.expected("AS and a query"));
        }
        Ok(())
    }

    fn at_misplaced_elements(&self, table: &CreateTable) -> bool {
        self.peek() == TokenKind::LeftParen && table.elements_span.is_none()
    }

    fn report_misplaced_elements(&mut self) -> crate::parser::Reported {
        let span = self.token().span;
        self.error(SYNTAX_ERROR, span, "the columns of a table stand right after its name")
    }

    /// A column needs a type, unless all elements are names that order the columns of a query.
    fn check_bare_names(&mut self, elements: &[TableElement], has_query: bool) {
        let all_names = elements.iter().all(|e| matches!(e, TableElement::Name(_)));
        if has_query && all_names {
            return;
        }
        for element in elements {
            if let TableElement::Name(name) = element {
                let diagnostic = Diagnostic::error(SYNTAX_ERROR, name.span, format!("column '{}' has no type", name.value));
                let help = "Names without types stand only in CREATE TABLE ... AS, and then for all columns.";
                self.report_also(diagnostic.with_help(help));
            }
        }
    }

    /// `LIKE source [(option ..)]`
    fn like(&mut self) -> Parsed<Like> {
        let start = self.start();
        self.expect_keyword("LIKE")?;
        let source = self.object_name("the name of a table")?;
        let mut options = vec![];
        if self.eat(TokenKind::LeftParen) {
            options.push(self.like_option()?);
            while !self.eat(TokenKind::RightParen) {
                self.skip_comma_between_like_options();
                options.push(self.like_option()?);
            }
        }
        Ok(Like { source, options, span: self.span_from(start) })
    }

    fn skip_comma_between_like_options(&mut self) {
        let comma = self.token();
        if comma.kind == TokenKind::Comma {
            let diagnostic = Diagnostic::error(EXTRA_COMMA, comma.span, "the options of LIKE have no commas between them");
            self.report(diagnostic.with_fix("Remove the comma", comma.span, ""));
            self.bump();
        }
    }

    fn like_option(&mut self) -> Parsed<LikeOption> {
        const STRATEGIES: &[(&str, MergeStrategy)] = &[
            ("INCLUDING", MergeStrategy::Including),
            ("EXCLUDING", MergeStrategy::Excluding),
            ("OVERWRITING", MergeStrategy::Overwriting),
        ];
        const FEATURES: &[(&str, LikeFeature)] = &[
            ("ALL", LikeFeature::All),
            ("CONSTRAINTS", LikeFeature::Constraints),
            ("DISTRIBUTION", LikeFeature::Distribution),
            ("GENERATED", LikeFeature::Generated),
            ("METADATA", LikeFeature::Metadata),
            ("OPTIONS", LikeFeature::Options),
            ("PARTITIONS", LikeFeature::Partitions),
            ("WATERMARKS", LikeFeature::Watermarks),
        ];
        let start = self.start();
        let strategy = self.one_of_words(STRATEGIES)?;
        let feature_start = self.start();
        let feature = self.one_of_words(FEATURES)?;
        let span = self.span_from(start);
        let mergeable = matches!(feature, LikeFeature::Generated | LikeFeature::Metadata | LikeFeature::Options | LikeFeature::Watermarks);
        if strategy == MergeStrategy::Overwriting && !mergeable {
            let what = self.text_at(self.span_from(feature_start));
            let message = format!("OVERWRITING cannot be used with {}", what.to_uppercase());
            let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, span, message);
            self.report_also(diagnostic.with_help("Use INCLUDING or EXCLUDING."));
        }
        Ok(LikeOption { strategy, feature, span })
    }
}
