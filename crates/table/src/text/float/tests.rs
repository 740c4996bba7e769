//! `java17.txt` holds kind, bits and the text that Java 17 writes.

use super::{write_double, write_float};

#[test]
fn texts_are_those_of_java_17() {
    for line in include_str!("java17.txt").lines() {
        let mut words = line.split(' ');
        let (kind, bits, expected) = (words.next(), words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let mut found = String::new();
        match kind {
            Some("d") => write_double(&mut found, f64::from_bits(u64::from_str_radix(bits, 16).expect("hex"))),
            _ => write_float(&mut found, f32::from_bits(u32::from_str_radix(bits, 16).expect("hex"))),
        }
        assert_eq!(found, expected, "bits {bits}");
    }
}

#[test]
fn special_values_have_names() {
    let mut found = String::new();
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0] {
        write_double(&mut found, value);
        found.push(' ');
    }
    assert_eq!(found, "NaN Infinity -Infinity 0.0 -0.0 ");
}
