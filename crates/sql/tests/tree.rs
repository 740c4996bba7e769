//! What is read: trees, places and values.

use diag::{SourceId, Span};
use sql::ast::*;
use sql::statements::{Statement, StatementKind};

#[track_caller]
fn parse(text: &str) -> Vec<Statement> {
    let script = sql::parse(SourceId(0), text);
    assert!(script.diagnostics.is_empty(), "{text}: {:?}", script.diagnostics[0].message);
    script.statements
}

#[track_caller]
fn select(text: &str) -> Select {
    let StatementKind::Query(query) = parse(text).remove(0).kind else { panic!("no query: {text}") };
    let QueryBody::Select(select) = query.body else { panic!("no SELECT: {text}") };
    *select
}

#[track_caller]
fn expr(text: &str) -> Expr {
    match select(&format!("SELECT {text} FROM t")).items.remove(0) {
        SelectItem::Expr { expr, alias: None } => expr,
        other => panic!("{other:?}"),
    }
}

fn string(text: &str) -> String {
    match expr(text).kind {
        ExprKind::Literal(Literal::String(literal)) => literal.value,
        other => panic!("{other:?}"),
    }
}

/// The expression with all its operands in brackets, to show what binds to what.
fn shape(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Literal(Literal::Integer(n)) => n.clone(),
        ExprKind::Literal(Literal::Boolean(b)) => b.to_string(),
        ExprKind::Column(name) => name.text(),
        ExprKind::Nested(inner) => format!("({})", shape(inner)),
        ExprKind::And(operands) => format!("[{}]", operands.iter().map(shape).collect::<Vec<_>>().join(" AND ")),
        ExprKind::Or(operands) => format!("[{}]", operands.iter().map(shape).collect::<Vec<_>>().join(" OR ")),
        ExprKind::Not(inner) => format!("[NOT {}]", shape(inner)),
        ExprKind::Unary { op, expr } => format!("[{op:?} {}]", shape(expr)),
        ExprKind::Binary { op, left, right, .. } => format!("[{} {op:?} {}]", shape(left), shape(right)),
        ExprKind::Is { expr, test, negated } => format!("[{} is {}{test:?}]", shape(expr), if *negated { "not " } else { "" }),
        ExprKind::Between { expr, low, high, .. } => format!("[{} between {} and {}]", shape(expr), shape(low), shape(high)),
        ExprKind::InList { expr, list, .. } => format!("[{} in {}]", shape(expr), list.iter().map(shape).collect::<Vec<_>>().join(",")),
        ExprKind::Like { expr, pattern, .. } => format!("[{} like {}]", shape(expr), shape(pattern)),
        ExprKind::IsDistinct { left, right, .. } => format!("[{} distinct {}]", shape(left), shape(right)),
        ExprKind::Item { expr, index } => format!("{}[{}]", shape(expr), shape(index)),
        ExprKind::Field { expr, field } => format!("{}.{}", shape(expr), field.value),
        other => panic!("{other:?}"),
    }
}

#[test]
fn operators_bind_as_in_calcite() {
    let shaped = |text: &str| shape(&expr(text));
    assert_eq!(shaped("a OR b AND c OR d"), "[a OR [b AND c] OR d]");
    assert_eq!(shaped("a AND b AND c"), "[a AND b AND c]");
    assert_eq!(shaped("NOT a = b AND c"), "[[NOT [a Equal b]] AND c]");
    assert_eq!(shaped("a = b IS NULL"), "[[a Equal b] is Null]");
    assert_eq!(shaped("NOT a IS NOT NULL"), "[NOT [a is not Null]]");
    assert_eq!(shaped("a = b BETWEEN c AND d AND e"), "[[a Equal [b between c and d]] AND e]");
    assert_eq!(shaped("a + b LIKE c + d"), "[[a Add b] like [c Add d]]");
    assert_eq!(shaped("a - b - c * d"), "[[a Subtract b] Subtract [c Multiply d]]");
    assert_eq!(shaped("a + b || c"), "[a Add [b Concat c]]");
    assert_eq!(shaped("a * b || c % d"), "[[[a Multiply b] Concat c] Modulo d]");
    assert_eq!(shaped("- a[1] + b"), "[[Minus a[1]] Add b]");
    assert_eq!(shaped("- a * b"), "[[Minus a] Multiply b]");
    assert_eq!(shaped("a < b = c"), "[[a Less b] Equal c]");
    assert_eq!(shaped("a IN (1, 2) OR b"), "[[a in 1,2] OR b]");
    assert_eq!(shaped("a IS DISTINCT FROM b + 1 OR c"), "[[a distinct [b Add 1]] OR c]");
    assert_eq!(shaped("(a).b[1].c"), "(a).b[1].c");
    assert_eq!(shaped("a.b.c[1].d"), "a.b.c[1].d");
    assert_eq!(shaped("1 --comment\n + 2"), "[1 Add 2]");
}

#[test]
fn every_expression_knows_its_place() {
    let text = "SELECT  f( a +  1 , CASE WHEN b IS NOT NULL THEN CAST(c AS INT) END ) OVER (ORDER BY d) AS x, -e [ 1 ] . g FROM t";
    let mut places = vec![];
    for item in select(text).items {
        let SelectItem::Expr { expr, .. } = item else { continue };
        collect(&expr, &mut places);
    }
    let found: Vec<&str> = places.iter().map(|span| &text[span.start as usize..span.end as usize]).collect();
    let expected = [
        "f( a +  1 , CASE WHEN b IS NOT NULL THEN CAST(c AS INT) END ) OVER (ORDER BY d)",
        "a +  1",
        "a",
        "1",
        "CASE WHEN b IS NOT NULL THEN CAST(c AS INT) END",
        "b IS NOT NULL",
        "b",
        "CAST(c AS INT)",
        "c",
        "-e [ 1 ] . g",
        "e [ 1 ] . g",
        "e [ 1 ]",
        "e",
        "1",
    ];
    assert_eq!(found, expected);
}

fn collect(expr: &Expr, places: &mut Vec<Span>) {
    places.push(expr.span);
    match &expr.kind {
        ExprKind::Unary { expr, .. } | ExprKind::Is { expr, .. } | ExprKind::Cast { expr, .. } | ExprKind::Field { expr, .. } => {
            collect(expr, places)
        }
        ExprKind::Binary { left, right, .. } | ExprKind::Item { expr: left, index: right } => {
            collect(left, places);
            collect(right, places);
        }
        ExprKind::Case { branches, .. } => branches.iter().for_each(|(condition, result)| {
            collect(condition, places);
            collect(result, places);
        }),
        ExprKind::Function(call) => call.args.iter().for_each(|arg| {
            if let FunctionArg::Expr(expr) = arg {
                collect(expr, places);
            }
        }),
        _ => {}
    }
}

#[test]
fn statements_and_their_parts_know_their_places() {
    let text = "-- first\nSELECT 1 ; /* second */ SELECT a FROM t AS x WHERE b ORDER BY c LIMIT 3 ;;\n";
    let statements = parse(text);
    let shown: Vec<&str> = statements.iter().map(|s| &text[s.span.start as usize..s.span.end as usize]).collect();
    assert_eq!(shown, ["SELECT 1", "SELECT a FROM t AS x WHERE b ORDER BY c LIMIT 3"]);
    let StatementKind::Query(query) = &statements[1].kind else { panic!("no query") };
    let QueryBody::Select(select) = &query.body else { panic!("no SELECT") };
    assert_eq!(&text[select.span.start as usize..select.span.end as usize], "SELECT a FROM t AS x WHERE b");
    assert_eq!(&text[select.from[0].span.start as usize..select.from[0].span.end as usize], "t AS x");
}

#[test]
fn set_operations_nest_to_the_left_and_intersect_first() {
    fn shape(body: &QueryBody) -> String {
        match body {
            QueryBody::SetOperation(op) => format!("({} {:?} {})", shape(&op.left), op.op, shape(&op.right)),
            QueryBody::Nested(query) => format!("[{}]", shape(&query.body)),
            QueryBody::Values(_) => "v".to_string(),
            _ => "s".to_string(),
        }
    }
    let body = |text: &str| match parse(text).remove(0).kind {
        StatementKind::Query(query) => shape(&query.body),
        other => panic!("{other:?}"),
    };
    assert_eq!(body("SELECT 1 UNION SELECT 2 INTERSECT SELECT 3 EXCEPT VALUES 4"), "((s Union (s Intersect s)) Except v)");
    assert_eq!(body("(SELECT 1 UNION SELECT 2) INTERSECT SELECT 3"), "([(s Union s)] Intersect s)");
    assert_eq!(body("((SELECT 1))"), "[[s]]");
}

#[test]
fn strings_have_their_escapes_resolved() {
    assert_eq!(string("'it''s'"), "it's");
    assert_eq!(string("''"), "");
    assert_eq!(string("'a;--b/*c*/'"), "a;--b/*c*/");
    assert_eq!(string("'a'\r\n  'b' -- comment\n 'c'"), "abc");
    assert_eq!(string(r"E'a\tb\x41\101\u00e9\\\q'"), "a\tbAA\u{e9}\\q");
    assert_eq!(string(r"E'it''s \' here'"), "it's ' here");
    assert_eq!(string(r"U&'\00e9\\x'"), "\u{e9}\\x");
    assert_eq!(string("u&'!d83d!de00' UESCAPE '!'"), "\u{1f600}");
    assert_eq!(string("_UTF16'abc'"), "abc");
    assert_eq!(string("N'abc'"), "abc");
    assert_eq!(string("'${bizdate} $${x}'"), "${bizdate} $${x}");
    assert_eq!(expr("x'0aFF'").kind, ExprKind::Literal(Literal::Binary("0aFF".to_string())));
}

#[test]
fn names_keep_how_they_were_written() {
    let names = |text: &str| match expr(text).kind {
        ExprKind::Column(name) => name.parts.into_iter().map(|part| (part.value, part.quote)).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(names("`a ``b``.c`.d"), [("a `b`.c".to_string(), Quote::Backtick), ("d".to_string(), Quote::Bare)]);
    assert_eq!(names("${p}.ods_${env}_x"), [("${p}".to_string(), Quote::Variable), ("ods_${env}_x".to_string(), Quote::Variable)]);
    assert_eq!(names("名.$a.b$c"), [("名", Quote::Bare), ("$a", Quote::Bare), ("b$c", Quote::Bare)].map(|(v, q)| (v.to_string(), q)));
    let ExprKind::Function(call) = expr("${project}:SUBSTRING('a', 1)").kind else { panic!("no call") };
    assert_eq!((call.name.project.map(|p| p.value), call.name.name.text()), (Some("${project}".to_string()), "SUBSTRING".to_string()));
}

#[test]
fn a_byte_order_mark_and_carriage_returns_are_blanks() {
    let text = "\u{feff}SELECT 1;\r\nSELECT 'a\r\nb';\r\n";
    let statements = parse(text);
    assert_eq!(statements.len(), 2);
    assert_eq!(statements[0].span, Span::new(SourceId(0), 3, 11));
}

#[test]
fn hints_are_read_with_and_without_a_blank() {
    let hints = |text: &str| match select(text).from.remove(0).kind {
        TableRefKind::Named(table) => table.hints.into_iter().map(|h| (h.name.value, h.args)).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let read = hints("SELECT * FROM t/*+primarykey(a,b), index(1, 'x')*/ AS y");
    assert_eq!(read.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["primarykey", "index"]);
    let HintArgs::List(values) = &read[1].1 else { panic!("no list") };
    assert_eq!(values.iter().map(HintValue::text).collect::<Vec<_>>(), ["1", "x"]);
    let HintArgs::Options(options) = &hints("SELECT * FROM t /*+ OPTIONS('a.b' = 'c', d = 'e') */")[0].1 else { panic!("no options") };
    assert_eq!(options.iter().map(|o| o.key.text()).collect::<Vec<_>>(), ["a.b", "d"]);
}

#[test]
fn a_pattern_has_its_quantifiers() {
    let text = "SELECT * FROM t MATCH_RECOGNIZE (ORDER BY ts PATTERN (^ A (B | C)+? D{2,3} E{,4} {- F -} $) DEFINE A AS TRUE) AS m";
    let TableRefKind::MatchRecognize(matched) = select(text).from.remove(0).kind else { panic!("no pattern") };
    assert!(matched.anchored_start && matched.anchored_end);
    let PatternKind::Concat(parts) = matched.pattern.kind else { panic!("no sequence") };
    let shown: Vec<&str> = parts.iter().map(|p| &text[p.span.start as usize..p.span.end as usize]).collect();
    assert_eq!(shown, ["A", "(B | C)+?", "D{2,3}", "E{,4}", "{- F -}"]);
    let PatternKind::Quantified { quantifier, reluctant, .. } = &parts[1].kind else { panic!("no quantifier") };
    assert_eq!((*quantifier, *reluctant), (PatternQuantifier::OneOrMore, true));
}

#[test]
fn a_definition_in_a_string_has_places_in_the_script() {
    let text = "SET t.`watermark` = 'WATERMARK FOR ts AS f(ts, ''x'') - INTERVAL ''5'' SECOND'";
    let StatementKind::SetTable(set) = parse(text).remove(0).kind else { panic!("no SET") };
    let sql::statements::set::SetTableValue::Watermark { watermark, quoted: true } = set.value else { panic!("no watermark") };
    let shown = |span: Span| &text[span.start as usize..span.end as usize];
    assert_eq!(shown(watermark.column.span), "ts");
    let ExprKind::Binary { left, right, .. } = watermark.strategy.kind else { panic!("no difference") };
    assert_eq!((shown(left.span), shown(right.span)), ("f(ts, ''x'')", "INTERVAL ''5'' SECOND"));
    let broken = sql::parse(SourceId(0), "SET t.`watermark` = 'WATERMARK FOR ts AS f(ts'");
    assert_eq!(broken.diagnostics.len(), 1);
    assert_eq!(broken.diagnostics[0].id, "unclosed-parenthesis");
}

#[test]
fn embedded_texts_have_places_in_their_source() {
    let (expr, diagnostics) = sql::parse_expression(SourceId(3), "a + b", 100);
    assert!(diagnostics.is_empty());
    assert_eq!(expr.map(|e| e.span), Some(Span::new(SourceId(3), 100, 105)));
    assert_eq!(sql::parse_expression(SourceId(3), "a b", 100).1[0].span(), Span::new(SourceId(3), 102, 103));
    assert!(sql::parse_query(SourceId(0), "SELECT 1", 0).0.is_some());
    assert!(sql::parse_query(SourceId(0), "SELECT 1;", 0).0.is_none());
    let (data_type, _) = sql::parse_data_type(SourceId(0), "ROW<a INT NOT NULL, b ARRAY<STRING> 'c'> NOT NULL", 0);
    assert!(matches!(data_type, Some(DataType { kind: DataTypeKind::Row(fields), nullable: Some(false), .. }) if fields.len() == 2));
}

#[test]
fn comments_are_kept_apart() {
    let text = "-- a\nSELECT /* b */ 1 // c\n;";
    let script = sql::parse(SourceId(0), text);
    let comments: Vec<_> = script.comments.iter().map(|c| (&text[c.span.start as usize..c.span.end as usize], c.block)).collect();
    assert_eq!(comments, [("-- a", false), ("/* b */", true), ("// c", false)]);
}

#[test]
fn input_is_complete_at_its_semicolon() {
    for text in [
        "SELECT 1;",
        "SELECT 1; -- done",
        "SELECT ';' ; /* x */",
        "BEGIN STATEMENT SET;",
        "EXECUTE STATEMENT SET BEGIN INSERT INTO t SELECT CASE WHEN a THEN b END; END;",
    ] {
        assert!(sql::is_complete(text), "{text}");
    }
    for text in [
        "",
        "SELECT 1",
        "SELECT ';",
        "SELECT 1 -- ;",
        "SELECT 1 /* ;",
        "-- ;",
        "STATEMENT SET BEGIN INSERT INTO t SELECT 1;",
        "SELECT /*+ a;",
    ] {
        assert!(!sql::is_complete(text), "{text}");
    }
}
