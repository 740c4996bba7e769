//! Made-up rows.

use crate::support::Table;
use table::connector::{ReadOutcome, ScanRequest};
use table::types::{Field, LogicalType as T, TypeKind};

fn sequence(table: Table, field: &str, start: &str, end: &str) -> Table {
    table
        .with(&format!("fields.{field}.kind"), "sequence")
        .with(&format!("fields.{field}.start"), start)
        .with(&format!("fields.{field}.end"), end)
}

#[test]
fn a_sequence_has_each_value_once_over_all_parts() {
    let table = Table::new("datagen", &[("a", T::int()), ("b", T::string()), ("c", T::decimal(5, 2)), ("d", T::double())]);
    let table = sequence(sequence(sequence(sequence(table, "a", "1", "5"), "b", "5", "9"), "c", "1", "9"), "d", "1", "9");
    assert_eq!(
        table.rows().expect("rows"),
        ["1, 5, 1.00, 1.0", "2, 6, 2.00, 2.0", "3, 7, 3.00, 3.0", "4, 8, 4.00, 4.0", "5, 9, 5.00, 5.0"]
    );
    assert!(!table.factory().is_bounded(&table.context().options));
    assert_eq!(table.with("number-of-rows", "2").rows().expect("rows").len(), 2);
}

#[test]
fn random_values_keep_to_their_options() {
    let row = T::new(TypeKind::Row(vec![Field::new("x", T::int()), Field::new("y", T::string())]));
    let columns = [
        ("c", T::new(TypeKind::Char(3))),
        ("v", T::new(TypeKind::Varchar(5))),
        ("s", T::string()),
        ("t", T::new(TypeKind::TinyInt)),
        ("a", T::array(T::int())),
        ("m", T::map(T::string(), T::int())),
        ("r", row),
        ("n", T::string()),
    ];
    let table = Table::new("datagen", &columns)
        .with("number-of-rows", "50")
        .with("fields.s.length", "4")
        .with("fields.t.min", "3")
        .with("fields.t.max", "4")
        .with("fields.a.element.min", "7")
        .with("fields.a.element.max", "7")
        .with("fields.m.length", "1")
        .with("fields.m.key.length", "2")
        .with("fields.m.value.min", "1")
        .with("fields.m.value.max", "1")
        .with("fields.r.x.min", "5")
        .with("fields.r.x.max", "5")
        .with("fields.r.y.length", "1")
        .with("fields.n.null-rate", "1");
    for row in table.rows().expect("rows") {
        let cells: Vec<&str> = row.splitn(5, ", ").collect();
        assert_eq!([cells[0].len(), cells[1].len(), cells[2].len()], [3, 5, 4]);
        assert!(row.chars().take(10).all(|c| c.is_ascii_hexdigit() && !c.is_uppercase() || c == ',' || c == ' '), "{row}");
        assert!(["3", "4"].contains(&cells[3]), "{row}");
        assert!(cells[4].starts_with("[7, 7, 7], {") && cells[4].contains("=1}, +I[5, ") && cells[4].ends_with("], null"), "{row}");
    }
}

#[test]
fn the_same_clock_gives_the_same_rows_at_its_time() {
    let table = || {
        let columns = [("x", T::double()), ("t", T::timestamp(3)), ("l", T::timestamp_ltz(3)), ("d", T::new(TypeKind::Date))];
        Table::new("datagen", &columns).with("number-of-rows", "3").with("fields.x.min", "0").with("fields.x.max", "1")
    };
    let rows = table().rows().expect("rows");
    assert_eq!(rows, table().rows().expect("rows"));
    assert!(rows[0].ends_with("2023-11-14T22:13:20, 2023-11-14T22:13:20Z, 2023-11-14"), "{rows:?}");
}

#[test]
fn streaming_rows_come_at_their_rate() {
    let table = Table::new("datagen", &[("a", T::int())]).with("rows-per-second", "10").streaming();
    let request = ScanRequest { columns: table.all(), ..ScanRequest::default() };
    let source = table.factory().source(&table.context()).expect("a source");
    let splits = source.splits(&request, 2).expect("splits");
    let mut reader = source.open(&request, &splits[0]).expect("a reader");
    let mut read = || match reader.read(1000).expect("read") {
        ReadOutcome::Batch(batch) => batch.rows.num_rows(),
        _ => 0,
    };
    assert_eq!((read(), read()), (5, 0));
    *table.clock.0.lock().expect("a lock") += 1000;
    assert_eq!((read(), read()), (5, 0));
}

#[test]
fn options_that_cannot_be_are_reported_as_flink_does() {
    let complaints = |table: Table| {
        let found = table.checked().1;
        found
            .into_iter()
            .map(|d| (d.message, d.flink.unwrap_or_default().replace("org.apache.flink.table.api.ValidationException: ", "")))
            .collect::<Vec<_>>()
    };
    let table = || Table::new("datagen", &[("a", T::int())]).with("number-of-rows", "1");
    assert_eq!(complaints(table().with("fields.a.kind", "foo"))[0].1, "Unsupported generator kind: foo");
    let found = complaints(table().with("fields.a.kind", "sequence"));
    assert_eq!(found[0].0, "missing required option 'fields.a.start' of the sequence for field 'a'");
    assert_eq!(found[0].1, "Could not find required property 'fields.a.start' for sequence generator.");
    let stamps = sequence(Table::new("datagen", &[("a", T::timestamp(3))]), "a", "1", "2");
    assert_eq!(complaints(stamps)[0].1, "Unsupported type: TIMESTAMP(3)");
    let fixed = Table::new("datagen", &[("s", T::new(TypeKind::Char(2)))]).with("fields.s.length", "9");
    assert_eq!(complaints(fixed)[0].1, "Custom length for fixed-length type (CHAR/BINARY) field 's' is not supported.");
    assert_eq!(
        complaints(table().with("fields.a.min", "9").with("fields.a.max", "5"))[0].0,
        "the least value of field 'a' is greater than the greatest"
    );
    assert_eq!(complaints(table().with("fields.zz.min", "1"))[0].0, "'fields.zz.min' is not an option of connector 'datagen'");
}
