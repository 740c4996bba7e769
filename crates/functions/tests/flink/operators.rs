//! Operators. The expected types and texts are those of `tests/flink/captures/batch-e*.txt`, `tests/flink/out/type_00*.out` and
//! `tests/flink/out/err_005_types.out`.

use crate::harness::*;
use table::types::TypeKind;
use table::value::Value;

#[test]
fn integers_keep_the_wider_type_and_wrap() {
    assert_eq!(call("+", &[int(1), int(1)]), "INT NOT NULL = 2");
    assert_eq!(call("+", &[int(2147483647), int(1)]), "INT NOT NULL = -2147483648");
    assert_eq!(call("+", &[tinyint(127), tinyint(1)]), "TINYINT NOT NULL = -128");
    assert_eq!(call("+", &[tinyint(1), int(1)]), "INT NOT NULL = 2");
    assert_eq!(call("+", &[int(1), bigint(1)]), "BIGINT NOT NULL = 2");
    assert_eq!(call("/", &[int(-7), int(2)]), "INT NOT NULL = -3");
    assert_eq!(call("%", &[int(-7), int(-2)]), "INT NOT NULL = -1");
    assert_eq!(call("%", &[bigint(7), int(3)]), "INT NOT NULL = 1");
    assert_eq!(call("%", &[int(3), bigint(7)]), "BIGINT NOT NULL = 3");
    assert_eq!(call("-", &[int(-2147483648)]), "INT NOT NULL = -2147483648");
    assert_eq!(call("+", &[null(TypeKind::Int), int(1)]), "INT = NULL");
}

#[test]
fn decimals_have_flinks_precision() {
    assert_eq!(call("+", &[int(1), decimal("2.5", 2, 1)]), "DECIMAL(12, 1) NOT NULL = 3.5");
    assert_eq!(call("+", &[bigint(1), decimal("1.5", 2, 1)]), "DECIMAL(21, 1) NOT NULL = 2.5");
    assert_eq!(call("*", &[smallint(1), decimal("1.5", 2, 1)]), "DECIMAL(8, 1) NOT NULL = 1.5");
    assert_eq!(call("/", &[decimal("5.0", 2, 1), int(2)]), "DECIMAL(13, 12) NOT NULL = 2.500000000000");
    assert_eq!(call("*", &[decimal("1.1", 2, 1), decimal("2.22", 3, 2)]), "DECIMAL(6, 3) NOT NULL = 2.442");
    assert_eq!(call("/", &[decimal("1", 10, 2), decimal("3", 10, 2)]), "DECIMAL(23, 13) NOT NULL = 0.3333333333333");
    assert_eq!(call("/", &[decimal("-2", 10, 2), decimal("3", 10, 2)]), "DECIMAL(23, 13) NOT NULL = -0.6666666666667");
    assert_eq!(call("%", &[decimal("-7.5", 5, 2), int(2)]), "DECIMAL(5, 2) NOT NULL = -1.50");
    assert_eq!(call("/", &[int(2), decimal("-7.5", 5, 2)]).split(" = ").last(), Some("-0.266667"));
    assert_eq!(call("-", &[decimal("5.5", 2, 1), int(10)]), "DECIMAL(12, 1) NOT NULL = -4.5");
    assert_eq!(call("-", &[decimal("1.50", 5, 2)]), "DECIMAL(5, 2) NOT NULL = -1.50");
}

#[test]
fn large_decimals_are_exact_and_round_half_up() {
    let a = || decimal("12345678901234567890.123456789", 38, 10);
    let b = || decimal("3.0000000007", 38, 10);
    assert_eq!(call("/", &[a(), b()]), "DECIMAL(38, 6) NOT NULL = 4115226299451303160.169182");
    assert_eq!(call("*", &[a(), b()]), "DECIMAL(38, 6) NOT NULL = 37037036712345678901.234568");
    assert_eq!(call("+", &[a(), b()]), "DECIMAL(38, 9) NOT NULL = 12345678901234567893.123456790");
    assert_eq!(call("-", &[a(), b()]), "DECIMAL(38, 9) NOT NULL = 12345678901234567887.123456788");
    let negative = || decimal("-1.0000000001", 38, 10);
    let seven = || decimal("7", 38, 10);
    assert_eq!(value("/", &[negative(), seven()]), "-0.142857");
    assert_eq!(value("*", &[negative(), seven()]), "-7.000000");
    let huge = || decimal("12345678901234567890", 38, 0);
    assert_eq!(call("*", &[huge(), huge()]), "DECIMAL(38, 0) NOT NULL = NULL");
    let wide = decimal("-99999999999999999999.99", 30, 2);
    assert_eq!(call("/", &[wide.clone(), decimal("-1", 10, 4)]), "DECIMAL(38, 6) NOT NULL = 99999999999999999999.990000");
    assert_eq!(value("%", &[wide.clone(), decimal("-1", 10, 4)]), "-0.9900");
    assert_eq!(value("+", &[wide, decimal("-1", 10, 4)]), "-100000000000000000000.9900");
}

#[test]
fn floats_take_the_first_ones_type() {
    assert_eq!(call("+", &[float(1.5), decimal("1", 5, 2)]), "DOUBLE NOT NULL = 2.5");
    assert_eq!(call("+", &[float(1.5), int(1)]), "FLOAT NOT NULL = 2.5");
    assert_eq!(call("+", &[float(1.5), double(1.0)]), "FLOAT NOT NULL = 2.5");
    assert_eq!(call("+", &[double(1.0), float(1.5)]), "DOUBLE NOT NULL = 2.5");
    assert_eq!(value("+", &[float(1.005), double(2.675)]), "3.6799998");
    assert_eq!(value("+", &[double(1.005), float(2.675)]), "3.679999952316284");
    assert_eq!(value("/", &[float(1.005), float(2.675)]), "0.37570095");
    assert_eq!(value("*", &[decimal("1.50", 8, 2), double(1.5)]), "2.25");
}

#[test]
fn division_by_zero_fails_but_for_floats() {
    assert_eq!(call("/", &[int(1), int(0)]), "! Division by zero");
    assert_eq!(call("/", &[int(1), int(0).column()]), "! / by zero");
    assert_eq!(call("%", &[int(5), int(0)]), "! / by zero");
    assert_eq!(call("/", &[decimal("1", 5, 2), decimal("0", 5, 2).column()]), "! Division by zero");
    assert_eq!(call("%", &[decimal("1", 5, 2), decimal("0", 5, 2).column()]), "! Division by zero");
    assert_eq!(call("/", &[double(1.0), int(0)]), "! Division by zero");
    assert_eq!(value("/", &[double(1.0), double(0.0).column()]), "Infinity");
    assert_eq!(value("/", &[double(0.0), double(0.0).column()]), "NaN");
}

#[test]
fn dates_move_by_intervals() {
    assert_eq!(call("+", &[date("2020-01-31"), months(1)]), "DATE NOT NULL = 2020-02-29");
    assert_eq!(call("+", &[months(1), date("2020-03-31")]), "DATE NOT NULL = 2020-04-30");
    assert_eq!(call("-", &[date("2020-03-31"), months(1)]), "DATE NOT NULL = 2020-02-29");
    assert_eq!(call("+", &[date("2020-01-31"), millis(3_600_000)]), "DATE NOT NULL = 2020-01-31");
    let long = || millis(93_784_005);
    assert_eq!(value("+", &[date("2020-03-31"), long()]), "2020-04-01");
    assert_eq!(value("-", &[date("2020-03-31"), long()]), "2020-03-30");
    assert_eq!(value("+", &[time("23:59:59", 0), long()]), "02:03:03");
    assert_eq!(value("-", &[time("23:59:59", 0), long()]), "21:56:54");
    assert_eq!(value("+", &[time("23:59:59", 0), months(1)]), "23:59:59");
    let moment = || timestamp("2020-03-31 10:00:00.123456", 6);
    assert_eq!(call("+", &[moment(), long()]), "TIMESTAMP(6) NOT NULL = 2020-04-01 12:03:04.128456");
    assert_eq!(value("-", &[moment(), long()]), "2020-03-30 07:56:56.118456");
    assert_eq!(value("-", &[timestamp("2020-03-31 10:00:00", 0), months(13)]), "2019-02-28 10:00:00");
    assert_eq!(value("+", &[instant("1970-01-01", 3), months(13)]), "1971-02-01 00:00:00.000");
}

#[test]
fn intervals_add_and_multiply() {
    assert_eq!(call("+", &[millis(86_400_000), millis(3_600_000)]), "INTERVAL SECOND(3) NOT NULL = +1 01:00:00.000");
    assert_eq!(call("*", &[millis(86_400_000), int(2)]), "INTERVAL SECOND(3) NOT NULL = +2 00:00:00.000");
    assert_eq!(call("*", &[int(2), months(3)]), "INTERVAL MONTH NOT NULL = +0-06");
    assert_eq!(call("-", &[months(3)]), "INTERVAL MONTH NOT NULL = -0-03");
    assert_eq!(call("*", &[millis(1), decimal("1.5", 2, 1)]), "! Unsupported casting from DECIMAL(2, 1) NOT NULL to INTERVAL SECOND(3).");
    assert!(call("/", &[millis(1), int(2)]).starts_with("! Unsupported call: /(INTERVAL SECOND(3) NOT NULL, INT NOT NULL)"));
}

#[test]
fn points_in_time_subtract_to_intervals() {
    let (a, b) = (|| timestamp("2020-01-02", 0), || timestamp("2020-01-01", 0));
    assert_eq!(call("MINUS_DATE_DAY", &[a(), b()]), "INTERVAL SECOND(3) NOT NULL = +1 00:00:00.000");
    let (late, early) = (|| timestamp("2020-03-31 10:00:00.5", 1), || timestamp("2020-01-15 11:00:00", 0));
    assert_eq!(value("MINUS_DATE_DAY", &[late(), early()]), "+75 23:00:00.500");
    assert_eq!(value("MINUS_DATE_MONTH", &[late(), early()]), "+0-02");
    assert_eq!(value("MINUS_DATE_MONTH", &[timestamp("2020-03-15 10:00:00", 0), early()]), "+0-01");
    assert_eq!(value("MINUS_DATE_DAY", &[date("2020-03-31"), date("2020-01-15")]), "+76 00:00:00.000");
    assert_eq!(value("MINUS_DATE_DAY", &[time("10:00:00", 0), time("09:00:00", 0)]), "+0 01:00:00.000");
}

#[test]
fn refusals_have_flinks_words() {
    let plus = "Supported form(s): '<NUMERIC> + <NUMERIC>'\n'<DATETIME_INTERVAL> + <DATETIME_INTERVAL>'\n'<DATETIME> + <DATETIME_INTERVAL>'\n\
                '<DATETIME_INTERVAL> + <DATETIME>'";
    let refused = |types: &str| format!("! Cannot apply '+' to arguments of type '{types}'. {plus}");
    assert_eq!(call("+", &[text("a"), int(1)]), refused("<CHAR(1)> + <INTEGER>"));
    assert_eq!(call("+", &[boolean(true), int(1)]), refused("<BOOLEAN> + <INTEGER>"));
    assert_eq!(call("+", &[string("a"), int(1)]), refused("<VARCHAR(2147483647)> + <INTEGER>"));
    assert_eq!(call("+", &[array(TypeKind::Int, vec![]), int(1)]), refused("<INTEGER ARRAY> + <INTEGER>"));
    assert_eq!(call("+", &[map(TypeKind::Char(1), TypeKind::Int, vec![]), int(1)]), refused("<(CHAR(1), INTEGER) MAP> + <INTEGER>"));
    assert_eq!(
        call("+", &[row(&[int(1), text("a")]), int(1)]),
        refused("<RECORDTYPE:PEEK_NO_EXPAND(INTEGER EXPR$0, CHAR(1) EXPR$1)> + <INTEGER>")
    );
    assert_eq!(call("+", &[instant("1970-01-01", 3), int(1)]), refused("<TIMESTAMP_WITH_LOCAL_TIME_ZONE(3)> + <INTEGER>"));
    assert_eq!(call("+", &[millis(1), months(1)]), refused("<INTERVAL DAY> + <INTERVAL MONTH>"));
    assert_eq!(
        call("-", &[timestamp("2020-01-01", 0), timestamp("2020-01-01", 0)]),
        "! Cannot apply '-' to arguments of type '<TIMESTAMP(0)> - <TIMESTAMP(0)>'. Supported form(s): '<NUMERIC> - <NUMERIC>'\n\
         '<DATETIME_INTERVAL> - <DATETIME_INTERVAL>'\n'<DATETIME> - <DATETIME_INTERVAL>'"
    );
    assert_eq!(
        call("%", &[double(1.0), double(1.0)]),
        "! Cannot apply '%' to arguments of type '<DOUBLE> % <DOUBLE>'. Supported form(s): '<EXACT_NUMERIC> % <EXACT_NUMERIC>'"
    );
    assert_eq!(
        call("-", &[text("a")]),
        "! Cannot apply '-' to arguments of type '-<CHAR(1)>'. Supported form(s): '-<NUMERIC>'\n'-<DATETIME_INTERVAL>'"
    );
    assert_eq!(
        call("AND", &[int(1), boolean(true)]),
        "! Cannot apply 'AND' to arguments of type '<INTEGER> AND <BOOLEAN>'. Supported form(s): '<BOOLEAN> AND <BOOLEAN>'"
    );
    assert_eq!(call("NOT", &[int(1)]), "! Cannot apply 'NOT' to arguments of type 'NOT<INTEGER>'. Supported form(s): 'NOT<BOOLEAN>'");
    assert_eq!(
        call("IS TRUE", &[int(1)]),
        "! Cannot apply 'IS TRUE' to arguments of type '<INTEGER> IS TRUE'. Supported form(s): '<BOOLEAN> IS TRUE'"
    );
    assert_eq!(
        call("||", &[text("a"), int(1)]),
        "! Cannot apply '||' to arguments of type '<CHAR(1)> || <INTEGER>'. Supported form(s): '<STRING> || <STRING>'\n\
         '<EQUIVALENT_TYPE> || <EQUIVALENT_TYPE>'"
    );
    assert_eq!(
        call("LIKE", &[int(1), text("a")]),
        "! Cannot apply 'LIKE' to arguments of type 'LIKE(<INTEGER>, <CHAR(1)>)'. Supported form(s): 'LIKE(<STRING>, <STRING>, <STRING>)'"
    );
}

#[test]
fn text_and_numbers_compare_only_in_order() {
    assert_eq!(call("=", &[int(1), text("1")]), "! implicit type conversion between INTEGER and CHAR is not supported now");
    assert_eq!(call("=", &[string("1"), int(1)]), "! implicit type conversion between VARCHAR and INTEGER is not supported now");
    assert_eq!(call("IS DISTINCT FROM", &[int(1), text("a")]), "! implicit type conversion between INTEGER and CHAR is not supported now");
    assert_eq!(call(">", &[text("a"), int(1)]), "! For input string: 'a'. Invalid character found.");
    assert_eq!(value(">=", &[string("1"), decimal("1.5", 2, 1)]), "FALSE");
    assert_eq!(
        call("=", &[int(1), boolean(true)]),
        "! Cannot apply '=' to arguments of type '<INTEGER> = <BOOLEAN>'. Supported form(s): '<COMPARABLE_TYPE> = <COMPARABLE_TYPE>'"
    );
    assert_eq!(
        call("=", &[date("2020-01-01"), timestamp("2020-01-01", 0)]),
        "! Cannot apply '=' to arguments of type '<DATE> = <TIMESTAMP(0)>'. Supported form(s): '<COMPARABLE_TYPE> = <COMPARABLE_TYPE>'"
    );
}

#[test]
fn values_compare() {
    assert_eq!(call("=", &[int(1), decimal("1.0", 2, 1)]), "BOOLEAN NOT NULL = TRUE");
    assert_eq!(value("=", &[text("a"), text("a ")]), "FALSE");
    assert_eq!(value("<", &[text("Z"), text("a")]), "TRUE");
    assert_eq!(value(">", &[text("é"), text("z")]), "TRUE");
    assert_eq!(value("=", &[date("2020-01-01"), text("2020-01-01")]), "TRUE");
    assert_eq!(value(">", &[timestamp("2020-01-01", 0), text("2019-01-01")]), "TRUE");
    assert_eq!(value("=", &[time("10:00:00", 0), text("10:00:00")]), "TRUE");
    assert_eq!(value("=", &[instant("1970-01-01", 3), timestamp("1970-01-01", 0)]), "TRUE");
    assert_eq!(value("<", &[instant("1970-01-01", 3), timestamp("1970-01-01 00:00:00.000001", 6)]), "TRUE");
    assert_eq!(value(">", &[millis(86_400_000), millis(3_600_000)]), "TRUE");
    assert_eq!(value("<", &[bytes(&[0]), bytes(&[1])]), "TRUE");
    assert_eq!(value("=", &[decimal("1.5", 38, 2), decimal("1.5", 38, 30)]), "TRUE");
    assert_eq!(value("=", &[bigint(9_007_199_254_740_993), double(9_007_199_254_740_992.0)]), "TRUE");
    assert_eq!(call("=", &[int(1), null(TypeKind::Null)]), "BOOLEAN = NULL");
    assert_eq!(value("<>", &[null(TypeKind::Int), int(1)]), "NULL");
}

#[test]
fn floats_compare_as_numbers() {
    let nan = || double(f64::NAN);
    for (name, expected) in
        [("=", "FALSE"), ("<>", "TRUE"), ("<", "FALSE"), (">", "FALSE"), (">=", "FALSE"), ("<=", "FALSE"), ("IS DISTINCT FROM", "TRUE")]
    {
        assert_eq!(value(name, &[nan(), nan()]), expected, "NaN {name} NaN");
    }
    assert_eq!(value(">", &[nan(), double(1.0)]), "FALSE");
    assert_eq!(value("=", &[double(-0.0), double(0.0)]), "TRUE");
    assert_eq!(value("=", &[float(0.1), double(0.1)]), "TRUE");
    assert_eq!(value(">", &[float(0.1), double(0.1)]), "TRUE");
    assert_eq!(value("=", &[decimal("0.10", 5, 2), float(0.1)]), "FALSE");
    let doubles = |value: f64| array(TypeKind::Double, vec![Value::Double(value)]);
    assert_eq!(value("=", &[doubles(f64::NAN), doubles(f64::NAN)]), "TRUE");
    assert_eq!(value("=", &[doubles(-0.0), doubles(0.0)]), "FALSE");
    assert_eq!(value("=", &[row(&[nan()]), row(&[nan()])]), "FALSE");
    assert_eq!(value("=", &[row(&[double(-0.0)]), row(&[double(0.0)])]), "TRUE");
}

#[test]
fn collections_are_equal_by_element() {
    let one_null = || array(TypeKind::Int, vec![Value::Int(1), Value::Null]);
    assert_eq!(value("=", &[one_null(), one_null()]), "TRUE");
    let entry = |key: &str, item| (Value::String(key.into()), Value::Int(item));
    let ab = map(TypeKind::Char(1), TypeKind::Int, vec![entry("a", 1), entry("b", 2)]);
    let ba = map(TypeKind::Char(1), TypeKind::Int, vec![entry("b", 2), entry("a", 1)]);
    assert_eq!(value("=", &[ab.clone(), ba]), "TRUE");
    assert_eq!(value("<>", &[ab, map(TypeKind::Char(1), TypeKind::Int, vec![entry("a", 2)])]), "TRUE");
    assert_eq!(value("=", &[array(TypeKind::Int, vec![Value::Int(1)]), array(TypeKind::BigInt, vec![Value::Int(1)])]), "TRUE");
    assert_eq!(
        call("<", &[array(TypeKind::Int, vec![]), array(TypeKind::Int, vec![])]),
        "! Comparable type expected, but was 'ARRAY<INT NOT NULL> NOT NULL'."
    );
    assert_eq!(
        call("=", &[row(&[int(1), int(2)]), row(&[int(1), text("a")])]),
        "! implicit type conversion between INTEGER and CHAR is not supported now"
    );
}

#[test]
fn rows_are_equal_field_by_field() {
    let unknown = || row(&[int(1), null(TypeKind::Int)]);
    assert_eq!(value("=", &[unknown(), unknown()]), "NULL");
    assert_eq!(value("=", &[row(&[int(1), int(1)]), unknown()]), "NULL");
    assert_eq!(value("=", &[row(&[int(2), int(1)]), unknown()]), "FALSE");
    assert_eq!(value("<>", &[row(&[int(1), int(1)]), row(&[int(1), int(2)])]), "TRUE");
    assert_eq!(value("=", &[row(&[int(1), text("a")]), row(&[int(1), text("a")])]), "TRUE");
}

#[test]
fn text_that_is_no_date_is_unknown_to_equality_and_an_error_to_order() {
    assert_eq!(value("=", &[date("2020-01-01"), string("abc")]), "NULL");
    assert_eq!(value("=", &[string("2020-01-01"), timestamp("2020-01-01", 0)]), "TRUE");
    assert_eq!(call("<", &[date("2020-01-01"), string("abc")]), "! For input string: 'abc'.");
    assert_eq!(value(">", &[string("3.7"), int(3)]), "FALSE");
    assert_eq!(value("=", &[int(16777217), float(16777216.0)]), "TRUE");
    assert_eq!(value("NULLIF", &[date("2020-01-01"), text("2020-01-01")]), "NULL");
}

#[test]
fn null_is_a_value_for_distinctness() {
    assert_eq!(call("IS DISTINCT FROM", &[int(1), null(TypeKind::Int)]), "BOOLEAN NOT NULL = TRUE");
    assert_eq!(value("IS DISTINCT FROM", &[null(TypeKind::Int), null(TypeKind::Int)]), "FALSE");
    assert_eq!(value("IS NOT DISTINCT FROM", &[null(TypeKind::Int), null(TypeKind::Int)]), "TRUE");
    assert_eq!(value("IS NOT DISTINCT FROM", &[int(1), int(1)]), "TRUE");
}

#[test]
fn logic_knows_unknown() {
    let unknown = || null(TypeKind::Boolean);
    assert_eq!(call("AND", &[boolean(true), unknown()]), "BOOLEAN = NULL");
    assert_eq!(value("AND", &[unknown(), boolean(false)]), "FALSE");
    assert_eq!(value("OR", &[unknown(), boolean(true)]), "TRUE");
    assert_eq!(value("NOT", &[unknown()]), "NULL");
    assert_eq!(call("IS UNKNOWN", &[unknown()]), "BOOLEAN NOT NULL = TRUE");
    assert_eq!(value("IS NOT TRUE", &[unknown()]), "TRUE");
    assert_eq!(value("IS NOT UNKNOWN", &[boolean(true)]), "TRUE");
    assert_eq!(value("IS NULL", &[text("")]), "FALSE");
    assert_eq!(value("IS NOT NULL", &[null(TypeKind::Int)]), "FALSE");
}

#[test]
fn in_looks_a_value_up() {
    assert_eq!(call("IN", &[int(1), int(1), int(2), null(TypeKind::Null)]), "BOOLEAN = TRUE");
    assert_eq!(value("IN", &[int(3), int(1), null(TypeKind::Int)]), "NULL");
    assert_eq!(value("IN", &[int(3), int(1), int(2)]), "FALSE");
    assert_eq!(value("IN", &[int(1), decimal("1.0", 2, 1)]), "TRUE");
    assert_eq!(value("IN", &[text("zz"), text("a"), text("zz")]), "TRUE");
    assert_eq!(value("IN", &[int(3), int(1).column(), int(3).column()]), "TRUE");
    assert_eq!(value("IN", &[double(f64::NAN), double(f64::NAN)]), "FALSE");
    assert_eq!(value("IN", &[date("2020-01-01"), text("2020-01-01")]), "TRUE");
    assert_eq!(value("IN", &[int(1), text("1"), text("2")]), "TRUE");
    assert_eq!(call("IN", &[int(1), text("a")]), "! For input string: 'a'. Invalid character found.");
    assert_eq!(call("IN", &[boolean(true), int(1)]), "! Values passed to IN operator must have compatible types");
}

#[test]
fn patterns_match() {
    assert_eq!(value("LIKE", &[text("abc"), text("a%")]), "TRUE");
    assert_eq!(value("LIKE", &[text("abc"), text("A%")]), "FALSE");
    assert_eq!(value("LIKE", &[text("a_c"), text("a\\_c"), text("\\")]), "TRUE");
    assert_eq!(value("LIKE", &[text("abc"), text("a%").column()]), "TRUE");
    assert_eq!(value("LIKE", &[null(TypeKind::Char(1)), text("a%")]), "NULL");
    assert_eq!(call("LIKE", &[text("a"), text("b"), text("xx")]), "! Invalid escape character 'xx'");
    assert_eq!(call("LIKE", &[text("ab"), text("a!"), text("!")]), "! Invalid escape sequence 'a!', 1");
    assert_eq!(value("SIMILAR TO", &[text("abc"), text("(a|x)bc")]), "TRUE");
}

#[test]
fn text_joins() {
    assert_eq!(call("||", &[text("a"), text("b")]), "CHAR(2) NOT NULL = ab");
    assert_eq!(call("||", &[text("a"), null(TypeKind::Varchar(2147483647))]), "STRING = NULL");
    assert_eq!(call("||", &[bytes(&[0]), bytes(&[1])]), "! String expression type expected.");
}

#[test]
fn items_are_taken() {
    let ints = || array(TypeKind::Int, vec![Value::Int(1), Value::Int(2)]);
    assert_eq!(call("ITEM", &[ints(), int(1)]), "INT = 1");
    assert_eq!(value("ITEM", &[ints(), int(3)]), "NULL");
    assert_eq!(value("ITEM", &[ints(), int(0).column()]), "NULL");
    assert_eq!(call("ITEM", &[ints(), int(0)]), "! Array element access needs an index starting at 1 but was 0.");
    assert_eq!(call("ITEM", &[ints(), bigint(1)]), "! Integer expression type expected.");
    let ages = || map(TypeKind::Char(1), TypeKind::Int, vec![(Value::String("a".into()), Value::Int(1))]);
    assert_eq!(call("ITEM", &[ages(), text("a")]), "INT = 1");
    assert_eq!(value("ITEM", &[ages(), text("b")]), "NULL");
    assert_eq!(value("ITEM", &[ages(), text("ab")]), "NULL");
    assert!(
        call("ITEM", &[ages(), int(1)])
            .starts_with("! Cannot apply 'ITEM' to arguments of type 'ITEM(<(CHAR(1), INTEGER) MAP>, <INTEGER>)'.")
    );
    let by_int = map(TypeKind::Int, TypeKind::Char(1), vec![(Value::Int(1), Value::String("a".into()))]);
    assert_eq!(value("ITEM", &[by_int, bigint(1)]), "a");
    assert_eq!(call("ITEM", &[row(&[int(1), int(2)]), int(1)]), "INT NOT NULL = 1");
    assert_eq!(value("FIELD", &[row(&[int(1), text("x")]), text("EXPR$1")]), "x");
    let json = |text: &str| Cell::new(Value::String(text.into()), TypeKind::Variant);
    assert_eq!(call("ITEM", &[json("{\"a\":1}"), text("a")]), "VARIANT = 1");
    assert_eq!(value("ITEM", &[json("[10,20]"), int(1)]), "10");
}

#[test]
fn collections_are_made() {
    assert_eq!(call("ARRAY", &[int(1), int(2), int(3)]), "ARRAY<INT NOT NULL> NOT NULL = [1, 2, 3]");
    assert_eq!(call("ARRAY", &[int(1), null(TypeKind::Null), int(3)]), "ARRAY<INT> NOT NULL = [1, NULL, 3]");
    assert_eq!(call("ARRAY", &[text("a"), text("bcd")]), "ARRAY<VARCHAR(3) NOT NULL> NOT NULL = [a, bcd]");
    assert_eq!(call("ARRAY", &[int(1), boolean(true)]), "! Parameters must be of the same type");
    assert_eq!(call("ARRAY", &[null(TypeKind::Null)]), "! Parameters must be of the same type");
    assert_eq!(call("ARRAY", &[]), "! Require at least 1 argument");
    assert_eq!(call("MAP", &[text("a"), int(1), text("b"), int(2)]), "MAP<CHAR(1) NOT NULL, INT NOT NULL> NOT NULL = {a=1, b=2}");
    assert_eq!(value("MAP", &[text("a"), int(1), text("a"), int(2)]), "{a=2}");
    assert_eq!(call("MAP", &[text("a")]), "! Map requires an even number of arguments");
    assert_eq!(call("ROW", &[int(1), text("a")]), "ROW<`EXPR$0` INT NOT NULL, `EXPR$1` CHAR(1) NOT NULL> NOT NULL = (1, a)");
    assert_eq!(value("ARRAY", &[row(&[int(1), text("a")]), row(&[int(2), text("b")])]), "[(1, a), (2, b)]");
}
