//! Conditional functions. The expected types and texts are those of `tests/flink/captures/batch-e1.txt`.

use crate::harness::*;
use table::types::TypeKind;
use table::value::Value;

#[test]
fn the_first_value_that_is_not_null_is_taken() {
    assert_eq!(call("COALESCE", &[null(TypeKind::Int), int(2)]), "INT NOT NULL = 2");
    assert_eq!(call("COALESCE", &[null(TypeKind::Int), null(TypeKind::BigInt)]), "BIGINT = NULL");
    assert_eq!(call("COALESCE", &[int(1), decimal("2.5", 2, 1)]), "DECIMAL(11, 1) NOT NULL = 1.0");
    assert_eq!(call("COALESCE", &[text("a"), text("bcd")]), "VARCHAR(3) NOT NULL = a");
    assert_eq!(call("COALESCE", &[float(1.0), double(1.0)]), "DOUBLE NOT NULL = 1.0");
    assert_eq!(call("COALESCE", &[int(1), text("a")]), "! Invalid input arguments.");
    assert_eq!(call("IFNULL", &[null(TypeKind::Int), bigint(2)]), "BIGINT NOT NULL = 2");
    assert_eq!(call("IFNULL", &[null(TypeKind::Int), null(TypeKind::Int)]), "INT = NULL");
}

#[test]
fn if_chooses() {
    assert_eq!(call("IF", &[boolean(true), int(1), int(2)]), "INT NOT NULL = 1");
    assert_eq!(call("IF", &[boolean(false), text("a"), text("bcd")]), "VARCHAR(3) NOT NULL = bcd");
    assert_eq!(call("IF", &[null(TypeKind::Boolean), int(1), int(2)]), "INT = 2");
    assert_eq!(call("IF", &[boolean(true), float(1.0), double(1.0)]), "FLOAT NOT NULL = 1.0");
    let refusal = call("IF", &[boolean(true), int(1), text("a")]);
    assert!(
        refusal.starts_with(
            "! Cannot apply 'IF' to arguments of type 'IF(<BOOLEAN>, <INTEGER>, <CHAR(1)>)'. Supported form(s): \
             'IF(<ANY_TYPE>, <NUMERIC_TYPE>, <NUMERIC_TYPE>)'\n'IF(<BOOLEAN>, <CHARACTER>, <CHARACTER>)'"
        ),
        "{refusal}"
    );
    assert!(
        call("IF", &[int(1), int(1), int(2)])
            .starts_with("! Cannot apply 'IF' to arguments of type 'IF(<INTEGER>, <INTEGER>, <INTEGER>)'.")
    );
}

#[test]
fn equal_values_become_null() {
    assert_eq!(call("NULLIF", &[int(1), int(1)]), "INT = NULL");
    assert_eq!(call("NULLIF", &[int(1), int(2)]), "INT = 1");
    assert_eq!(call("NULLIF", &[int(1), decimal("2.5", 2, 1)]), "INT = 1");
    assert_eq!(call("NULLIF", &[text("a"), text("b")]), "CHAR(1) = a");
    assert_eq!(value("NULLIF", &[double(f64::NAN), double(f64::NAN)]), "NaN");
    assert_eq!(value("NULLIF", &[double(-0.0), double(0.0)]), "NULL");
    assert_eq!(call("NULLIF", &[int(1), text("a")]), "! implicit type conversion between INTEGER and CHAR is not supported now");
}

#[test]
fn the_largest_and_smallest_are_found() {
    assert_eq!(call("GREATEST", &[int(1), int(3), int(2)]), "INT NOT NULL = 3");
    assert_eq!(call("LEAST", &[int(1), int(3), int(2)]), "INT NOT NULL = 1");
    assert_eq!(call("GREATEST", &[int(1), null(TypeKind::Int)]), "INT = NULL");
    assert_eq!(call("GREATEST", &[text("a"), text("b")]), "CHAR(1) NOT NULL = b");
    assert_eq!(value("GREATEST", &[boolean(true), boolean(false)]), "TRUE");
    assert_eq!(value("GREATEST", &[double(f64::NAN), double(1.0)]), "NaN");
    assert_eq!(value("LEAST", &[double(f64::INFINITY), double(f64::NAN)]), "Infinity");
    assert_eq!(value("LEAST", &[double(0.0), double(-0.0)]), "-0.0");
    assert_eq!(
        call("GREATEST", &[int(1), text("a")]),
        "! All types in a comparison should support both 'EQUALS' and 'ORDER' comparison with each other. Can not compare INT NOT NULL with \
         CHAR(1) NOT NULL"
    );
    assert_eq!(
        call("GREATEST", &[array(TypeKind::Int, vec![Value::Int(1)])]),
        "! Comparable type expected, but was 'ARRAY<INT NOT NULL> NOT NULL'."
    );
}

#[test]
fn types_have_names() {
    assert_eq!(call("TYPEOF", &[int(1)]), "STRING = INT NOT NULL");
    assert_eq!(value("TYPEOF", &[null(TypeKind::Null)]), "NULL");
    assert_eq!(value("TYPEOF", &[array(TypeKind::Int, vec![Value::Int(1)])]), "ARRAY<INT NOT NULL> NOT NULL");
    assert_eq!(call("CURRENT_DATABASE", &[]), "STRING NOT NULL = default_database");
}
