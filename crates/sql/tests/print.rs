//! Printing: what is printed reads as the same tree.

use crate::corpus;
use diag::{SourceId, Span};
use sql::ast::{BinaryOp, Expr, ExprKind, Ident, IsTest, LikeKind, UnaryOp};
use sql::print::{Layout, PrintOptions, Quoting, to_sql_with};
use sql::statements::Statement;

fn parse(text: &str) -> Vec<Statement> {
    sql::parse(SourceId(0), text).statements
}

/// The tree as text, without places and without how names and strings were quoted.
fn shape(statements: &[Statement]) -> String {
    let tree = format!("{statements:?}").replace("quote: Backtick", "quote: Bare").replace("prefix: Unicode", "prefix: None");
    let mut out = String::with_capacity(tree.len());
    for (i, part) in tree.split("..").enumerate() {
        let part = if i > 0 { part.trim_start_matches(|c: char| c.is_ascii_digit()) } else { part };
        out.push_str(part.trim_end_matches(|c: char| c.is_ascii_digit()));
    }
    out
}

/// Where two trees differ.
fn difference(before: &str, after: &str) -> String {
    let at = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| text.get(at.saturating_sub(80)..(at + 40).min(text.len())).unwrap_or("").to_string();
    format!("{} <> {}", around(before), around(after))
}

fn check(options: PrintOptions) {
    let mut failures = vec![];
    let texts = corpus::readable();
    for (place, text) in &texts {
        for statement in parse(text) {
            let printed = to_sql_with(&statement, options);
            let script = sql::parse(SourceId(0), &printed);
            let messages: Vec<_> = script.diagnostics.iter().map(|d| d.message.clone()).collect();
            let (before, after) = (shape(std::slice::from_ref(&statement)), shape(&script.statements));
            if !messages.is_empty() || before != after {
                failures.push(format!("{place}: {printed}\n   {messages:?} {}", difference(&before, &after)));
            } else if to_sql_with(&script.statements[0], options) != printed {
                failures.push(format!("{place}: prints differently the second time: {printed}"));
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    assert!(texts.len() > 1000, "only {} texts", texts.len());
}

#[test]
fn printed_text_reads_as_the_same_tree_and_prints_the_same() {
    check(PrintOptions::default());
}

#[test]
fn quoted_text_on_many_lines_reads_as_the_same_tree() {
    check(PrintOptions { quoting: Quoting::Always, layout: Layout::Clauses });
}

/// Flink's own text of a query, with all names quoted and a line for each clause.
#[test]
fn a_query_prints_as_flink_stores_it() {
    let text = "select b.id, upper(b.nm) from c.d.b as b join x on b.id = x.id where b.id > 1 and x.a is not null order by b.id";
    let options = PrintOptions { quoting: Quoting::Always, layout: Layout::Clauses };
    assert_eq!(
        to_sql_with(&parse(text)[0], options),
        "SELECT `b`.`id`, upper(`b`.`nm`)\nFROM `c`.`d`.`b` AS `b`\nINNER JOIN `x` ON `b`.`id` = `x`.`id`\n\
         WHERE `b`.`id` > 1 AND `x`.`a` IS NOT NULL\nORDER BY `b`.`id`"
    );
}

/// The layout of SHOW CREATE TABLE.
#[test]
fn a_table_prints_as_flink_shows_it() {
    let text = "CREATE TABLE t (id BIGINT NOT NULL COMMENT 'pk', m STRING METADATA FROM 'x' VIRTUAL COMMENT 'meta', ts AS f(id) COMMENT 'cc', \
                WATERMARK FOR ts AS ts - INTERVAL '5' SECOND, CONSTRAINT PK_id PRIMARY KEY (id) NOT ENFORCED) COMMENT 'tbl' \
                DISTRIBUTED BY HASH(id) INTO 4 BUCKETS PARTITIONED BY (m) WITH ('connector' = 'filesystem', 'path' = '/tmp/xx')";
    let options = PrintOptions { quoting: Quoting::Always, layout: Layout::Clauses };
    assert_eq!(
        to_sql_with(&parse(text)[0], options),
        "CREATE TABLE `t` (
  `id` BIGINT NOT NULL COMMENT 'pk',
  `m` STRING METADATA FROM 'x' VIRTUAL COMMENT 'meta',
  `ts` AS f(`id`) COMMENT 'cc',
  WATERMARK FOR `ts` AS `ts` - INTERVAL '5' SECOND,
  CONSTRAINT `PK_id` PRIMARY KEY (`id`) NOT ENFORCED
)
COMMENT 'tbl'
DISTRIBUTED BY HASH(`id`) INTO 4 BUCKETS
PARTITIONED BY (`m`)
WITH (
  'connector' = 'filesystem',
  'path' = '/tmp/xx'
)"
    );
}

#[test]
fn names_are_quoted_where_needed() {
    let name = |text: &str| Ident::new(text, Span::none()).to_string();
    assert_eq!(name("plain_1"), "plain_1");
    assert_eq!(name("value"), "`value`");
    assert_eq!(name("a b"), "`a b`");
    assert_eq!(name("1a"), "`1a`");
    assert_eq!(name("a`b"), "`a``b`");
    assert_eq!(name(""), "``");
    assert_eq!(name("名字"), "`名字`");
}

fn expression(text: &str) -> Expr {
    sql::parse_expression(SourceId(0), text, 0).0.expect("an expression")
}

fn node(kind: ExprKind) -> Expr {
    Expr::new(kind, Span::none())
}

/// The structure of an expression, with every operator in brackets and without the parentheses of the text.
fn structure(expr: &Expr) -> String {
    let boxed = |e: &Expr| structure(e);
    match &expr.kind {
        ExprKind::Nested(inner) => structure(inner),
        ExprKind::And(operands) => joined(operands, "and", |kind| if let ExprKind::And(inner) = kind { Some(inner) } else { None }),
        ExprKind::Or(operands) => joined(operands, "or", |kind| if let ExprKind::Or(inner) = kind { Some(inner) } else { None }),
        ExprKind::Not(e) => format!("[not {}]", boxed(e)),
        ExprKind::Unary { op, expr } => format!("[{op:?} {}]", boxed(expr)),
        ExprKind::Binary { op, left, right, .. } => format!("[{} {op:?} {}]", boxed(left), boxed(right)),
        ExprKind::Is { expr, test, .. } => format!("[{} is {test:?}]", boxed(expr)),
        ExprKind::IsDistinct { left, right, .. } => format!("[{} distinct {}]", boxed(left), boxed(right)),
        ExprKind::Between { expr, low, high, .. } => format!("[{} between {} {}]", boxed(expr), boxed(low), boxed(high)),
        ExprKind::Like { expr, pattern, escape, .. } => {
            format!("[{} like {} {}]", boxed(expr), boxed(pattern), escape.as_ref().map_or(String::new(), |e| boxed(e)))
        }
        ExprKind::InList { expr, list, .. } => format!("[{} in {}]", boxed(expr), list.iter().map(boxed).collect::<String>()),
        ExprKind::Item { expr, index } => format!("[{} item {}]", boxed(expr), boxed(index)),
        ExprKind::Field { expr, field } => format!("[{} field {field}]", boxed(expr)),
        _ => expr.to_string(),
    }
}

/// A chain is one list, however it was put together.
fn joined(operands: &[Expr], word: &str, same: fn(&ExprKind) -> Option<&Vec<Expr>>) -> String {
    fn collect(operands: &[Expr], same: fn(&ExprKind) -> Option<&Vec<Expr>>, out: &mut Vec<String>) {
        for operand in operands {
            match same(&operand.unnested().kind) {
                Some(inner) => collect(inner, same, out),
                None => out.push(structure(operand)),
            }
        }
    }
    let mut parts = vec![];
    collect(operands, same, &mut parts);
    format!("[{}]", parts.join(&format!(" {word} ")))
}

/// All trees of one more operator over these operands.
fn one_level(operands: &[Expr]) -> Vec<Expr> {
    let mut trees = vec![];
    let boxed = |e: &Expr| Box::new(e.clone());
    for a in operands {
        trees.push(node(ExprKind::Not(boxed(a))));
        trees.push(node(ExprKind::Unary { op: UnaryOp::Minus, expr: boxed(a) }));
        trees.push(node(ExprKind::Is { expr: boxed(a), test: IsTest::Null, negated: false }));
        trees.push(node(ExprKind::InList { expr: boxed(a), list: vec![expression("1")], negated: true }));
        trees.push(node(ExprKind::Item { expr: boxed(a), index: boxed(a) }));
        trees.push(node(ExprKind::Field { expr: boxed(a), field: Ident::new("f", Span::none()) }));
        for b in operands {
            for op in [BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply, BinaryOp::Concat, BinaryOp::Equal, BinaryOp::MultisetUnion] {
                trees.push(node(ExprKind::Binary { op, op_span: Span::none(), left: boxed(a), right: boxed(b) }));
            }
            trees.push(node(ExprKind::And(vec![a.clone(), b.clone(), a.clone()])));
            trees.push(node(ExprKind::Or(vec![a.clone(), b.clone()])));
            trees.push(node(ExprKind::IsDistinct { left: boxed(a), right: boxed(b), negated: false }));
            trees.push(node(ExprKind::Between { expr: boxed(a), low: boxed(b), high: boxed(a), negated: false, symmetric: false }));
            let escape = Some(boxed(b));
            trees.push(node(ExprKind::Like { expr: boxed(a), pattern: boxed(b), escape, kind: LikeKind::Like, negated: false }));
        }
    }
    trees
}

#[test]
fn a_tree_built_by_code_gets_the_parentheses_that_it_needs() {
    let leaves = [expression("g()"), expression("NOT b")];
    let trees = one_level(&one_level(&leaves));
    assert!(trees.len() > 10_000);
    for tree in &trees {
        let printed = tree.to_string();
        let (read, diagnostics) = sql::parse_expression(SourceId(0), &printed, 0);
        assert!(diagnostics.is_empty(), "{printed}: {}", diagnostics[0].message);
        assert_eq!(structure(&read.expect("no diagnostics")), structure(tree), "{printed}");
    }
    let product = |left: &str| {
        node(ExprKind::Binary {
            op: BinaryOp::Multiply,
            op_span: Span::none(),
            left: Box::new(expression(left)),
            right: Box::new(expression("c")),
        })
    };
    assert_eq!(product("a + b").to_string(), "(a + b) * c");
    assert_eq!(product("a * b").to_string(), "a * b * c");
    assert_eq!(product("(a + b)").to_string(), "(a + b) * c");
}
