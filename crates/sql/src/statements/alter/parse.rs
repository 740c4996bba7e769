//! The parsers of ALTER.

use super::{
    AlterCatalog, AlterCatalogAction, AlterConnection, AlterDatabase, AlterElement, AlterFunction, AlterModel, AlterObjectAction,
    AlterTable, AlterTableAction, AlterView, AlterViewAction, ColumnPosition, PartitionSpec, PartitionValue,
};
use crate::ast::{Expr, ExprKind, Literal, StringLiteral, UnaryOp};
use crate::diagnostics::{SYNTAX_ERROR, UNSUPPORTED_STATEMENT, UNSUPPORTED_SYNTAX};
use crate::parser::{Parsed, Parser};
use crate::statements::StatementKind;
use crate::statements::create::Scope;
use crate::statements::create_table::{TableElement, starts_element};
use crate::token::TokenKind;
use diag::{Diagnostic, Span};

impl Parser<'_> {
    /// `ALTER ..`
    pub(crate) fn alter(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword("ALTER")?;
        let start = self.start();
        let scope = self.scope()?;
        let scope_span = self.span_from(start);
        self.repair_keyword(&["TABLE", "VIEW", "FUNCTION", "CATALOG", "DATABASE", "MODEL", "CONNECTION", "MATERIALIZED"]);
        if self.at_keyword("FUNCTION") {
            return Ok(StatementKind::AlterFunction(self.alter_function(scope)?));
        }
        if scope != Scope::Permanent {
            let what = self.word().to_lowercase();
            let message = format!("a temporary {what} cannot be altered");
            return Err(self.error(UNSUPPORTED_SYNTAX, scope_span, message));
        }
        if self.at_keyword("TABLE") {
            Ok(StatementKind::AlterTable(Box::new(self.alter_table()?)))
        } else if self.at_keyword("VIEW") {
            Ok(StatementKind::AlterView(Box::new(self.alter_view()?)))
        } else if self.at_keyword("DATABASE") {
            Ok(StatementKind::AlterDatabase(self.alter_database()?))
        } else if self.at_keyword("CATALOG") {
            Ok(StatementKind::AlterCatalog(self.alter_catalog()?))
        } else if self.at_keyword("MODEL") {
            Ok(StatementKind::AlterModel(self.alter_model()?))
        } else if self.at_keyword("CONNECTION") {
            Ok(StatementKind::AlterConnection(self.alter_connection(scope)?))
        } else if self.at_keyword("MATERIALIZED") {
            Ok(StatementKind::AlterMaterializedTable(Box::new(self.alter_materialized_table()?)))
        } else if matches!(self.word(), "SESSION" | "SYSTEM") {
            let message = format!("Flink cannot execute 'ALTER {}'", self.word());
            let diagnostic = Diagnostic::error(UNSUPPORTED_STATEMENT, self.token().span, message);
            Err(self.report(diagnostic.with_help("Configuration is changed with SET 'key' = 'value'.")))
        } else {
            Err(self.expected(""))
        }
    }

    fn alter_table(&mut self) -> Parsed<AlterTable> {
        self.expect_keyword("TABLE")?;
        let if_exists = self.if_exists()?;
        let name = self.object_name("the name of the table")?;
        let action = self.alter_table_action()?;
        Ok(AlterTable { if_exists, name, action })
    }

    fn alter_table_action(&mut self) -> Parsed<AlterTableAction> {
        let start = self.start();
        self.repair_keyword(&["ADD", "MODIFY", "DROP", "RENAME", "RESET"]);
        if self.eat_keyword("ADD") {
            return self.alter_table_add();
        }
        if self.eat_keyword("MODIFY") {
            if self.eat_keyword("DISTRIBUTION") {
                return Ok(AlterTableAction::ModifyDistribution(self.distribution_from(start)?));
            }
            let (elements, parentheses) = self.alter_elements()?;
            return Ok(AlterTableAction::Modify { elements, parentheses });
        }
        if self.eat_keyword("DROP") {
            return self.alter_table_drop(start);
        }
        if self.eat_keyword("RENAME") {
            self.refuse_column_word();
            if self.eat_keyword("TO") {
                return Ok(AlterTableAction::Rename(self.object_name("the new name of the table")?));
            }
            let from = self.object_name("TO, or the column")?;
            self.expect_keyword("TO")?;
            return Ok(AlterTableAction::RenameColumn { from, to: self.ident("the new name of the column")? });
        }
        if self.eat_keyword("SET") {
            return Ok(AlterTableAction::Set(self.options()?));
        }
        if self.eat_keyword("RESET") {
            let (keys, span) = self.string_list("a key as a string")?;
            return Ok(AlterTableAction::Reset { keys, span });
        }
        if self.word() == "COMPACT" {
            return Ok(AlterTableAction::Compact(self.bump().span));
        }
        Err(self.refuse_foreign_action())
    }

    /// Actions that other databases have.
    fn refuse_foreign_action(&mut self) -> crate::parser::Reported {
        let token = self.token();
        let help = match self.word() {
            "ALTER" => "Write MODIFY column type.",
            "DISTRIBUTED" => "Write ADD DISTRIBUTION or MODIFY DISTRIBUTION.",
            "COMMENT" => "Flink SQL cannot change the comment of a table.",
            _ => return self.expected(""),
        };
        let message = format!("ALTER TABLE has no action '{}'", self.word());
        let flink = self.flink_text(token);
        self.report(Diagnostic::error(UNSUPPORTED_SYNTAX, token.span, message).with_help(help).with_flink(flink))
    }

    fn alter_table_add(&mut self) -> Parsed<AlterTableAction> {
        let start = self.start();
        if self.eat_keyword("DISTRIBUTION") {
            return Ok(AlterTableAction::AddDistribution(self.distribution_from(start)?));
        }
        let conditional = self.word() == "IF" && self.word_nth(1) == "NOT";
        if conditional || (self.word() == "PARTITION" && self.peek_nth(1) == TokenKind::LeftParen) {
            let if_not_exists = self.if_not_exists()?;
            let mut partitions = vec![];
            while partitions.is_empty() || self.at_keyword("PARTITION") {
                let spec = self.partition_spec(false)?;
                partitions.push((spec, self.with_options()?));
            }
            return Ok(AlterTableAction::AddPartitions { if_not_exists, partitions });
        }
        let (elements, parentheses) = self.alter_elements()?;
        Ok(AlterTableAction::Add { elements, parentheses })
    }

    fn alter_table_drop(&mut self, start: Span) -> Parsed<AlterTableAction> {
        let conditional = self.word() == "IF" && self.word_nth(1) == "EXISTS";
        if conditional || (self.word() == "PARTITION" && self.peek_nth(1) == TokenKind::LeftParen) {
            let if_exists = self.if_exists()?;
            let partitions = self.comma_list(|p| p.partition_spec(false))?;
            return Ok(AlterTableAction::DropPartitions { if_exists, partitions });
        }
        if self.eat_keywords("PRIMARY KEY") {
            return Ok(AlterTableAction::DropPrimaryKey(self.span_from(start)));
        }
        if self.eat_keyword("CONSTRAINT") {
            return Ok(AlterTableAction::DropConstraint(self.ident("the name of the constraint")?));
        }
        if self.eat_keyword("WATERMARK") {
            return Ok(AlterTableAction::DropWatermark(self.span_from(start)));
        }
        if self.eat_keyword("DISTRIBUTION") {
            return Ok(AlterTableAction::DropDistribution(self.span_from(start)));
        }
        self.refuse_column_word();
        if self.at(TokenKind::LeftParen) {
            let (columns, _) = self.element_list(false, |p| p.name_at(0), |p| p.object_name("a column"))?;
            return Ok(AlterTableAction::DropColumns { columns, parentheses: true });
        }
        let column = self.object_name("a column")?;
        Ok(AlterTableAction::DropColumns { columns: vec![column], parentheses: false })
    }

    /// Other databases write the word COLUMN; it is reported and skipped.
    fn refuse_column_word(&mut self) {
        let token = self.token();
        if matches!(self.word(), "COLUMN" | "COLUMNS") && (self.name_at(1) || self.peek_nth(1) == TokenKind::LeftParen) {
            let message = format!("ALTER TABLE has no word '{}' before a column", self.text_of(token));
            let flink = self.flink_text(token);
            self.report(Diagnostic::error(UNSUPPORTED_SYNTAX, token.span, message).with_fix("Remove it", token.span, "").with_flink(flink));
            self.bump();
        }
    }

    /// One element, or several in parentheses; true with parentheses.
    pub(crate) fn alter_elements(&mut self) -> Parsed<(Vec<AlterElement>, bool)> {
        self.refuse_column_word();
        if self.at(TokenKind::LeftParen) {
            return Ok((self.element_list(false, starts_element, Parser::alter_element)?.0, true));
        }
        Ok((vec![self.alter_element()?], false))
    }

    fn alter_element(&mut self) -> Parsed<AlterElement> {
        let element = self.table_element()?;
        if let TableElement::Name(name) = &element {
            let message = format!("column '{}' has no type", name.value);
            return Err(self.error(SYNTAX_ERROR, name.span, message));
        }
        let position = if self.at_keyword("FIRST") {
            Some(ColumnPosition::First(self.bump().span))
        } else if self.eat_keyword("AFTER") {
            Some(ColumnPosition::After(self.object_name("a column")?))
        } else {
            None
        };
        Ok(AlterElement { element, position })
    }

    /// `PARTITION (k = v, ..)`; where it says so, the values may be missing.
    pub(crate) fn partition_spec(&mut self, values_optional: bool) -> Parsed<PartitionSpec> {
        let start = self.start();
        self.expect_keyword("PARTITION")?;
        let (entries, _) = self.element_list(
            false,
            |p| p.name_at(0),
            |p| {
                let name = p.ident("a partition column")?;
                if values_optional && p.peek() != TokenKind::Equal {
                    return Ok((name, None));
                }
                p.expect(TokenKind::Equal)?;
                Ok((name, Some(p.partition_value()?)))
            },
        )?;
        Ok(PartitionSpec { entries, span: self.span_from(start) })
    }

    fn partition_value(&mut self) -> Parsed<PartitionValue> {
        let expr = self.expression()?;
        let span = expr.span;
        match constant(expr) {
            Some(literal) => Ok(PartitionValue { literal, span }),
            None => Err(self.error(SYNTAX_ERROR, span, "the value of a partition is a constant")),
        }
    }

    fn alter_view(&mut self) -> Parsed<AlterView> {
        self.expect_keyword("VIEW")?;
        let name = self.object_name("the name of the view")?;
        if self.eat_keywords("RENAME TO") {
            return Ok(AlterView { name, action: AlterViewAction::Rename(self.object_name("the new name of the view")?) });
        }
        self.expect_keyword("AS")?;
        Ok(AlterView { name, action: AlterViewAction::As(Box::new(self.query()?)) })
    }

    fn alter_database(&mut self) -> Parsed<AlterDatabase> {
        self.expect_keyword("DATABASE")?;
        let name = self.object_name("the name of the database")?;
        self.expect_keyword("SET")?;
        Ok(AlterDatabase { name, options: self.options()? })
    }

    fn alter_catalog(&mut self) -> Parsed<AlterCatalog> {
        self.expect_keyword("CATALOG")?;
        let name = self.ident("the name of the catalog")?;
        let action = if self.eat_keyword("SET") {
            AlterCatalogAction::Set(self.options()?)
        } else if self.eat_keyword("RESET") {
            let (keys, span) = self.string_list("a key as a string")?;
            AlterCatalogAction::Reset { keys, span }
        } else {
            self.expect_keyword("COMMENT")?;
            AlterCatalogAction::Comment(self.plain_string("the comment")?)
        };
        Ok(AlterCatalog { name, action })
    }

    fn alter_function(&mut self, scope: Scope) -> Parsed<AlterFunction> {
        self.expect_keyword("FUNCTION")?;
        let if_exists = self.if_exists()?;
        let name = self.object_name("the name of the function")?;
        self.expect_keyword("AS")?;
        let class: StringLiteral = self.quoted("the class")?;
        let language = self.language()?;
        Ok(AlterFunction { scope, if_exists, name, class, language })
    }

    fn alter_model(&mut self) -> Parsed<AlterModel> {
        self.expect_keyword("MODEL")?;
        let if_exists = self.if_exists()?;
        let name = self.object_name("the name of the model")?;
        let action = self.alter_object_action()?;
        Ok(AlterModel { if_exists, name, action })
    }

    fn alter_connection(&mut self, scope: Scope) -> Parsed<AlterConnection> {
        self.expect_keyword("CONNECTION")?;
        let if_exists = self.if_exists()?;
        let name = self.object_name("the name of the connection")?;
        let action = self.alter_object_action()?;
        Ok(AlterConnection { scope, if_exists, name, action })
    }

    fn alter_object_action(&mut self) -> Parsed<AlterObjectAction> {
        if self.eat_keyword("SET") {
            return Ok(AlterObjectAction::Set(self.options()?));
        }
        if self.eat_keyword("RESET") {
            let (keys, span) = self.string_list("a key as a string")?;
            return Ok(AlterObjectAction::Reset { keys, span });
        }
        self.expect_keywords("RENAME TO")?;
        Ok(AlterObjectAction::Rename(self.object_name("the new name")?))
    }
}

/// The constant that an expression is; a sign belongs to the number.
fn constant(expr: Expr) -> Option<Literal> {
    match expr.kind {
        ExprKind::Literal(Literal::Null | Literal::Unknown) => None,
        ExprKind::Literal(literal) => Some(literal),
        ExprKind::Unary { op, expr } => match constant(*expr)? {
            Literal::Integer(text) => Some(Literal::Integer(signed(op, text))),
            Literal::Decimal(text) => Some(Literal::Decimal(signed(op, text))),
            Literal::Approximate(text) => Some(Literal::Approximate(signed(op, text))),
            _ => None,
        },
        _ => None,
    }
}

fn signed(op: UnaryOp, number: String) -> String {
    match op {
        UnaryOp::Plus => number,
        UnaryOp::Minus => format!("-{number}"),
    }
}
