//! Casts. The expected texts are those of `tests/flink/captures/batch-e*.txt` and of `tests/flink/out/type_*.out`.

use crate::harness::*;
use table::types::{Cast, Field, LogicalType, TypeKind, cast_kind};
use table::value::Value;

fn t(kind: TypeKind) -> LogicalType {
    LogicalType::new(kind)
}

fn varchar(n: u32) -> LogicalType {
    t(TypeKind::Varchar(n))
}

fn char(n: u32) -> LogicalType {
    t(TypeKind::Char(n))
}

const STRING: LogicalType = LogicalType::string();
const INT: LogicalType = LogicalType::int();
const TIME: LogicalType = LogicalType::new(TypeKind::Time { precision: 0 });

#[test]
fn text_becomes_numbers() {
    assert_eq!(cast(&text(" 12 "), &INT), "12");
    assert_eq!(cast(&text("12.7"), &INT), "12");
    assert_eq!(cast(&text("abc"), &INT), "! For input string: 'abc'. Invalid character found.");
    assert_eq!(cast(&text(""), &INT), "! For input string: ''. Input is empty.");
    assert_eq!(cast(&text("128"), &t(TypeKind::TinyInt)), "! For input string: '128'. Overflow.");
    assert_eq!(cast(&text("9223372036854775808"), &t(TypeKind::BigInt)), "! For input string: '9223372036854775808'. Overflow.");
    assert_eq!(cast(&text("999999999999"), &INT), "! For input string: '999999999999'. Overflow.");
    assert_eq!(cast(&text("NaN"), &LogicalType::double()), "NaN");
    assert_eq!(cast(&text("1e3"), &LogicalType::double()), "1000.0");
    assert_eq!(cast(&text("Infinity"), &LogicalType::double()), "Infinity");
    assert_eq!(cast(&text("abc"), &t(TypeKind::Float)), "! For input string: \"abc\"");
    assert_eq!(cast(&text("12.345"), &LogicalType::decimal(5, 2)), "12.35");
    assert_eq!(cast(&text("1.25"), &LogicalType::decimal(3, 1)), "1.3");
    assert_eq!(cast(&text("123456"), &LogicalType::decimal(5, 2)), "! For input string: '123456'. Overflow.");
}

#[test]
fn text_becomes_booleans_and_dates() {
    for good in ["true", "yes", "1", "t"] {
        assert_eq!(cast(&text(good), &LogicalType::boolean()), "TRUE");
    }
    assert_eq!(cast(&text("x"), &LogicalType::boolean()), "! Cannot parse 'x' as BOOLEAN.");
    assert_eq!(cast(&text("2024-1-5"), &t(TypeKind::Date)), "2024-01-05");
    assert_eq!(cast(&text("2024-13-01"), &t(TypeKind::Date)), "! For input string: '2024-13-01'.");
    assert_eq!(cast(&text("10:11"), &TIME), "10:11:00");
    assert_eq!(cast(&text("12:34:56.789"), &TIME), "12:34:56");
    assert_eq!(cast(&text("12:34:56.789"), &t(TypeKind::Time { precision: 3 })), "12:34:56.789");
    assert_eq!(cast(&text("10:00:00.5"), &t(TypeKind::Time { precision: 1 })), "10:00:00.5");
    assert_eq!(cast(&text("2024-01-05 10:11:12.5"), &LogicalType::timestamp(3)), "2024-01-05 10:11:12.500");
    assert_eq!(cast(&text("2024-01-05"), &LogicalType::timestamp(0)), "2024-01-05 00:00:00");
    assert_eq!(cast(&text("2020-01-01 12:34:56.789"), &LogicalType::timestamp(6)), "2020-01-01 12:34:56.789000");
    assert_eq!(
        cast(&text("2020-01-01T12:34:56.789"), &LogicalType::timestamp(3)),
        "! Text '2020-01-01T12:34:56.789' could not be parsed, unparsed text found at index 10"
    );
}

#[test]
fn text_is_padded_and_cut() {
    assert_eq!(cast(&text("abcdef"), &char(3)), "abc");
    assert_eq!(cast(&text("ab"), &char(5)), "ab   ");
    assert_eq!(cast(&text("abcdef"), &varchar(3)), "abc");
    assert_eq!(cast(&text("éab"), &char(2)), "éa");
    assert_eq!(cast(&text("😀ab"), &char(2)), "😀a");
    assert_eq!(cast(&int(12), &char(1)), "1");
    assert_eq!(cast(&boolean(true), &char(2)), "TR");
    assert_eq!(cast(&decimal("1.5", 2, 1), &char(5)), "1.5  ");
    assert_eq!(cast(&double(1.0), &varchar(2)), "1.");
    assert_eq!(cast(&array(TypeKind::Int, vec![Value::Int(1), Value::Int(2)]), &char(10)), "[1, 2]    ");
}

#[test]
fn bytes_are_padded_and_cut() {
    assert_eq!(cast(&text("abc"), &LogicalType::bytes()), "x'616263'");
    assert_eq!(cast(&text("abc"), &t(TypeKind::Binary(5))), "x'6162630000'");
    assert_eq!(cast(&text("é"), &t(TypeKind::Binary(1))), "x'c3'");
    assert_eq!(cast(&bytes(b"abc"), &t(TypeKind::Binary(2))), "x'6162'");
    assert_eq!(cast(&bytes(b"a"), &t(TypeKind::Binary(3))), "x'610000'");
    assert_eq!(cast(&bytes(b"abc"), &t(TypeKind::Varbinary(2))), "x'6162'");
    assert_eq!(cast(&bytes(b"hello"), &STRING), "hello");
    assert_eq!(cast(&bytes(b"\xff61"), &STRING), "\u{fffd}61");
    assert_eq!(cast(&bytes(b"abc"), &char(2)), "ab");
}

#[test]
fn numbers_become_numbers() {
    assert_eq!(cast(&bigint(3_000_000_000), &INT), "-1294967296");
    assert_eq!(cast(&int(300), &t(TypeKind::TinyInt)), "44");
    assert_eq!(cast(&bigint(2_147_483_648), &t(TypeKind::SmallInt)), "0");
    assert_eq!(cast(&double(1e20), &INT), "2147483647");
    assert_eq!(cast(&double(1e10), &t(TypeKind::TinyInt)), "-1");
    assert_eq!(cast(&double(1e30), &LogicalType::bigint()), "9223372036854775807");
    assert_eq!(cast(&double(f64::NAN), &INT), "0");
    assert_eq!(cast(&double(-1.9), &INT), "-1");
    assert_eq!(cast(&double(1e40), &t(TypeKind::Float)), "Infinity");
    assert_eq!(cast(&float(0.1), &LogicalType::double()), "0.10000000149011612");
    assert_eq!(cast(&decimal("-12.7", 3, 1), &INT), "-12");
    assert_eq!(cast(&decimal("12345678901234567890.12", 30, 2), &LogicalType::bigint()), "-6101065172474983726");
    assert_eq!(cast(&decimal("12345678901234567890.12", 30, 2), &INT), "-350287150");
    assert_eq!(cast(&decimal("-99999999999999999999.99", 30, 2), &t(TypeKind::TinyInt)), "1");
    assert_eq!(cast(&decimal("12345678901234567890.12", 30, 2), &LogicalType::double()), "1.2345678901234567E19");
    assert_eq!(cast(&decimal("300.99", 30, 2), &t(TypeKind::Float)), "300.99");
    assert_eq!(cast(&decimal("12345678901234567890.12", 30, 2), &t(TypeKind::Float)), "1.2345679E19");
}

#[test]
fn decimals_round_half_up_and_overflow_to_null() {
    assert_eq!(cast(&decimal("1.005", 4, 3), &LogicalType::decimal(3, 2)), "1.01");
    assert_eq!(cast(&decimal("-1.005", 4, 3), &LogicalType::decimal(3, 2)), "-1.01");
    assert_eq!(cast(&decimal("-0.5", 30, 2), &LogicalType::decimal(3, 0)), "-1");
    assert_eq!(cast(&decimal("12345.678", 8, 3), &LogicalType::decimal(5, 2)), "NULL");
    assert_eq!(cast(&int(123456), &LogicalType::decimal(5, 2)), "NULL");
    assert_eq!(cast(&bigint(i64::MAX), &LogicalType::decimal(38, 38)), "NULL");
    assert_eq!(cast(&double(1.005), &LogicalType::decimal(5, 2)), "1.01");
    assert_eq!(cast(&float(1.005), &LogicalType::decimal(5, 2)), "1.00");
    assert_eq!(cast(&float(0.1), &LogicalType::decimal(20, 10)), "0.1000000015");
    assert_eq!(cast(&double(1e20), &LogicalType::decimal(5, 2)), "NULL");
    assert_eq!(cast(&double(1e-10), &LogicalType::decimal(5, 2)), "0.00");
    assert_eq!(
        cast(&double(f64::NAN), &LogicalType::decimal(5, 2)),
        "! Character N is neither a decimal digit number, decimal point, nor \"e\" notation exponential mark."
    );
    assert_eq!(cast(&boolean(true), &LogicalType::decimal(3, 1)), "1.0");
}

#[test]
fn booleans_and_numbers_convert() {
    assert_eq!(cast(&int(2), &LogicalType::boolean()), "TRUE");
    assert_eq!(cast(&decimal("0.0", 1, 1), &LogicalType::boolean()), "FALSE");
    assert_eq!(cast(&double(f64::NAN), &LogicalType::boolean()), "TRUE");
    assert_eq!(cast(&double(-0.0), &LogicalType::boolean()), "FALSE");
    assert_eq!(cast(&boolean(true), &INT), "1");
    assert_eq!(cast(&boolean(true), &LogicalType::double()), "1.0");
}

#[test]
fn values_become_text() {
    assert_eq!(cast(&boolean(true), &STRING), "TRUE");
    assert_eq!(cast(&double(1e7), &STRING), "1.0E7");
    assert_eq!(cast(&float(1.1), &STRING), "1.1");
    assert_eq!(cast(&double(0.0001), &STRING), "1.0E-4");
    assert_eq!(cast(&decimal("12.30", 10, 4), &STRING), "12.3000");
    assert_eq!(cast(&timestamp("2020-01-01 12:34:56.789", 3), &STRING), "2020-01-01 12:34:56.789");
    assert_eq!(cast(&timestamp("2020-01-01 12:34:56.789", 3), &char(12)), "2020-01-01 1");
    assert_eq!(cast(&millis(86_400_000), &STRING), "+1 00:00:00.000");
    assert_eq!(cast(&months(14), &STRING), "+1-02");
    assert_eq!(cast(&array(TypeKind::Int, vec![Value::Int(1), Value::Null]), &STRING), "[1, NULL]");
    let binary = map(TypeKind::Char(1), TypeKind::Binary(2), vec![(Value::String("k".into()), Value::Bytes(vec![0x41, 0xff]))]);
    assert_eq!(cast(&binary, &STRING), "{k=A\u{fffd}}");
    assert_eq!(
        cast(&row(&[double(1.5), date("2020-01-01"), timestamp("2020-01-01 00:00:00.1", 1), boolean(true)]), &STRING),
        "(1.5, 2020-01-01, 2020-01-01 00:00:00.1, TRUE)"
    );
}

#[test]
fn points_in_time_convert() {
    let moment = timestamp("2020-01-01 12:34:56.789", 3);
    assert_eq!(cast(&moment, &t(TypeKind::Date)), "2020-01-01");
    assert_eq!(cast(&moment, &TIME), "12:34:56");
    assert_eq!(cast(&moment, &t(TypeKind::Time { precision: 3 })), "12:34:56.789");
    assert_eq!(cast(&moment, &LogicalType::timestamp(0)), "2020-01-01 12:34:56");
    assert_eq!(cast(&moment, &LogicalType::timestamp(9)), "2020-01-01 12:34:56.789000000");
    assert_eq!(cast(&date("2020-01-01"), &LogicalType::timestamp(3)), "2020-01-01 00:00:00.000");
    assert_eq!(cast(&time("12:34:56", 0), &LogicalType::timestamp(3)), "1970-01-01 12:34:56.000");
    assert_eq!(cast(&time("12:34:56.789", 3), &TIME), "12:34:56");
}

/// Flink cuts towards 1970 and then fails to print the value.
#[test]
fn digits_before_1970_are_cut_towards_the_past() {
    let moment = timestamp("1969-12-31 23:59:58.999999", 6);
    assert_eq!(cast(&moment, &LogicalType::timestamp(0)), "1969-12-31 23:59:58");
    assert_eq!(cast(&moment, &LogicalType::timestamp(2)), "1969-12-31 23:59:58.99");
    assert_eq!(cast(&moment, &LogicalType::timestamp(3)), "1969-12-31 23:59:58.999");
    assert_eq!(cast(&moment, &t(TypeKind::Date)), "1969-12-31");
    assert_eq!(cast(&moment, &TIME), "23:59:58");
}

#[test]
fn instants_convert_in_the_session_zone() {
    let shanghai = context_in("Asia/Shanghai");
    let epoch = instant("1970-01-01 00:00:00.1", 3);
    assert_eq!(cast_with(&epoch, &LogicalType::timestamp(3), false, &shanghai), "1970-01-01 08:00:00.100");
    assert_eq!(cast_with(&epoch, &TIME, false, &shanghai), "08:00:00");
    assert_eq!(cast_with(&epoch, &t(TypeKind::Date), false, &shanghai), "1970-01-01");
    assert_eq!(cast_with(&epoch, &STRING, false, &shanghai), "1970-01-01 08:00:00.100");
    let local = timestamp("1970-01-01 08:00:00", 0);
    assert_eq!(cast_with(&local, &LogicalType::timestamp_ltz(3), false, &shanghai), "1970-01-01 08:00:00.000");
    let text = text("2020-01-01 12:34:56");
    assert_eq!(cast_with(&text, &LogicalType::timestamp_ltz(3), false, &shanghai), "2020-01-01 12:34:56.000");
    assert_eq!(cast_with(&date("2020-01-01"), &LogicalType::timestamp_ltz(3), false, &shanghai), "2020-01-01 00:00:00.000");
    let skipped = timestamp("2024-03-10 02:30:00", 0);
    assert_eq!(cast_with(&skipped, &LogicalType::timestamp_ltz(3), false, &context_in("America/New_York")), "2024-03-10 03:30:00.000");
}

#[test]
fn integers_become_intervals() {
    assert_eq!(cast(&int(5).column(), &t(TypeKind::IntervalYearMonth)), "+0-05");
    assert_eq!(cast(&int(5).column(), &t(TypeKind::IntervalDayTime)), "+0 00:00:00.005");
}

#[test]
fn collections_cast_by_element() {
    let texts = array(TypeKind::Char(1), vec![Value::String("1".into()), Value::String("x".into())]);
    let ints = LogicalType::array(INT);
    assert_eq!(cast(&texts, &ints), "! For input string: 'x'. Invalid character found.");
    assert_eq!(try_cast(&texts, &ints), "NULL");
    assert_eq!(cast(&array(TypeKind::Int, vec![Value::Int(1), Value::Null]), &LogicalType::array(STRING)), "[1, NULL]");
    assert_eq!(cast(&array(TypeKind::Char(1), vec![Value::String("a".into())]), &LogicalType::array(char(3))), "[a  ]");
    let entries = vec![(Value::String("1".into()), Value::String("2".into()))];
    assert_eq!(cast(&map(TypeKind::Char(1), TypeKind::Char(1), entries), &LogicalType::map(INT, LogicalType::double())), "{1=2.0}");
    let target = t(TypeKind::Row(vec![Field::new("x", INT), Field::new("y", STRING)]));
    assert_eq!(cast(&row(&[int(1), text("a")]), &target), "(1, a)");
    assert_eq!(try_cast(&row(&[text("x"), text("a")]), &target), "NULL");
}

#[test]
fn a_failed_try_cast_is_null() {
    assert_eq!(try_cast(&text("abc"), &INT), "NULL");
    assert_eq!(try_cast(&text("x"), &t(TypeKind::Date)), "NULL");
    assert_eq!(try_cast(&text("999"), &t(TypeKind::TinyInt)), "NULL");
    assert_eq!(try_cast(&text("9"), &t(TypeKind::TinyInt)), "9");
}

#[test]
fn legacy_casts_give_null_and_do_not_cut() {
    let legacy = table::function::EvalContext { legacy_cast: true, ..context() };
    let cast = |cell: &Cell, to: &LogicalType| cast_with(cell, to, false, &legacy);
    assert_eq!(cast(&text("abc"), &INT), "NULL");
    assert_eq!(cast(&text("abc"), &varchar(2)), "abc");
    assert_eq!(cast(&text("abc"), &char(5)), "abc  ");
    assert_eq!(cast(&text("abc"), &t(TypeKind::Binary(2))), "x'616263'");
    assert_eq!(cast(&array(TypeKind::Int, vec![Value::Int(1), Value::Null]), &STRING), "[1, null]");
    assert_eq!(cast(&row(&[int(1), text("a")]), &STRING), "(1,a)");
    assert_eq!(cast(&boolean(true), &STRING), "true");
}

#[test]
fn every_permitted_cast_runs() {
    let cells = [
        text("1"),
        string("1"),
        bytes(b"a"),
        Cell::new(Value::Bytes(b"a".to_vec()), TypeKind::Varbinary(4)),
        boolean(true),
        decimal("1", 10, 2),
        tinyint(1),
        smallint(1),
        int(1),
        bigint(1),
        float(1.0),
        double(1.0),
        date("2020-01-01"),
        time("10:00:00", 0),
        timestamp("2020-01-01", 3),
        instant("2020-01-01", 3),
        months(1),
        millis(1),
        array(TypeKind::Int, vec![Value::Int(1)]),
        map(TypeKind::Int, TypeKind::Int, vec![]),
        row(&[int(1)]),
    ];
    for from in &cells {
        for to in &cells {
            if cast_kind(&from.data_type.kind, &to.data_type.kind) == Cast::No || has_no_rule(&from.data_type.kind, &to.data_type.kind) {
                continue;
            }
            let found = try_cast(from, &to.data_type);
            assert!(!found.starts_with("! "), "{} to {}: {found}", from.data_type, to.data_type);
            let null = null(from.data_type.kind.clone());
            assert_eq!(try_cast(&null, &to.data_type), "NULL", "{} to {}", from.data_type, to.data_type);
        }
    }
}

/// What Flink's table permits and its SQL refuses, or what has no rule at run time.
fn has_no_rule(from: &TypeKind, to: &TypeKind) -> bool {
    (from.is_numeric() && to.is_timestamp())
        || (from.is_timestamp() && to.is_numeric())
        || (to.is_interval() && (from.is_character() || matches!(from, TypeKind::Decimal { .. })))
}
