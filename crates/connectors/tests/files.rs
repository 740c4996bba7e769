//! The filesystem connector: which files are read, and what writing leaves behind.

use crate::support::Table;
use arrow::array::{ArrayRef, Int32Array, RecordBatch, StringViewArray};
use diag::ErrorKind;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use table::changelog::Batch;
use table::connector::{ReadOutcome, ScanColumn, ScanRequest, SinkRequest};
use table::types::LogicalType as T;

fn directory() -> tempfile::TempDir {
    tempfile::tempdir().expect("a directory")
}

fn put(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
    fs::write(path, text).expect("written");
}

fn csv(root: &Path, path: &str) -> Table {
    Table::new("filesystem", &[("id", T::int()), ("name", T::string())]).in_directory(root).with("path", path).with("format", "csv")
}

fn rows(values: &[(i32, &str)]) -> Batch {
    let ids: ArrayRef = Arc::new(Int32Array::from_iter_values(values.iter().map(|(id, _)| *id)));
    let names: ArrayRef = Arc::new(StringViewArray::from_iter(values.iter().map(|(_, name)| Some(*name).filter(|name| *name != "NULL"))));
    Batch::inserts(RecordBatch::try_from_iter([("id", ids), ("name", names)]).expect("a batch"))
}

/// All files under a directory, without the random part of their names.
fn names(root: &Path) -> Vec<String> {
    let mut found = vec![];
    collect(root, root, &mut found);
    found.sort();
    found
}

fn collect(root: &Path, path: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(path).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(root, &path, found);
            continue;
        }
        let name = path.strip_prefix(root).expect("inside").display().to_string();
        let id = name.find("part-").map(|at| at + 5..at + 41);
        found.push(id.map_or(name.clone(), |id| name.replace(&name[id], "*")));
    }
}

const OVERWRITE: SinkRequest = SinkRequest { overwrite: true, static_partition: vec![] };

#[test]
fn paths_are_plain_or_urls_and_directories_are_read_whole() {
    let root = directory();
    put(root.path(), "t/a.csv", "1,a\n");
    put(root.path(), "t/sub/b.csv", "2,b\n");
    put(root.path(), "t/.hidden.csv", "x");
    put(root.path(), "t/_SUCCESS", "");
    put(root.path(), "t/_tmp/c.csv", "x");
    let absolute = root.path().join("t").display().to_string();
    for path in ["t".to_owned(), "./u/../t/".to_owned(), absolute.clone(), format!("file://{absolute}"), format!("file:{absolute}")] {
        assert_eq!(csv(root.path(), &path).rows().expect("rows"), ["1, a", "2, b"], "{path}");
    }
    assert_eq!(csv(root.path(), "t/a.csv").rows().expect("rows"), ["1, a"]);
    let some = csv(root.path(), "t").with("source.path.regex-pattern", ".+/b[.]csv");
    assert_eq!(some.rows().expect("rows"), ["2, b"]);
}

#[test]
fn a_path_that_is_not_there_names_what_is_near() {
    let root = directory();
    put(root.path(), "airports.csv", "1,a\n");
    let error = csv(root.path(), "airport.csv").rows().expect_err("no file");
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::NotFound, "'airport.csv', the path of table 't', does not exist"));
    let diagnostic = error.diagnostic.expect("a diagnostic");
    assert!(diagnostic.helps[0].ends_with("airports.csv'?"), "{:?}", diagnostic.helps);
    assert!(diagnostic.flink.is_some_and(|flink| flink.starts_with("java.io.FileNotFoundException: File file:/")));
    let error = csv(root.path(), "s3://bucket/x").rows().expect_err("no file system");
    assert_eq!(error.message, "path 's3://bucket/x' is in file system 's3', which is not available here");
}

#[test]
fn large_files_are_read_in_parts_with_exact_lines() {
    let root = directory();
    let mut text: String = (0..600_000).map(|i| format!("{i},\"name\n{i}\"\n")).collect();
    text.push_str("bad,x\n");
    put(root.path(), "big.csv", &text);
    let table = csv(root.path(), "big.csv");
    let request = ScanRequest { columns: table.all(), ..ScanRequest::default() };
    let source = table.factory().source(&table.context()).expect("a source");
    let splits = source.splits(&request, 4).expect("splits");
    assert!(splits.len() >= 3, "{} splits", splits.len());
    let mut count = 0;
    let mut error = None;
    for split in &splits {
        let mut reader = source.open(&request, split).expect("a reader");
        loop {
            match reader.read(8192) {
                Ok(ReadOutcome::Batch(batch)) => count += batch.rows.num_rows(),
                Ok(_) => break,
                Err(found) => {
                    error = Some(found);
                    break;
                }
            }
        }
    }
    let place = error.expect("a bad cell").diagnostic.expect("a diagnostic").data.expect("a place");
    assert_eq!((place.file.as_str(), place.line, place.column), ("big.csv", 1_200_001, 1));
    assert!(count > 580_000);
    let few = ScanRequest { limit: Some(5), ..request };
    assert_eq!(source.splits(&few, 4).expect("splits").len(), 1);
}

#[test]
fn metadata_tells_about_the_file() {
    let root = directory();
    put(root.path(), "t/a.csv", "1,a\n");
    let table = csv(root.path(), "t");
    let metadata = |key: &str, data_type: T| ScanColumn::Metadata { key: key.into(), data_type };
    let columns = vec![
        metadata("file.name", T::string()),
        metadata("file.size", T::bigint()),
        metadata("file.path", T::string()),
        ScanColumn::Physical(0),
    ];
    let found = table.scan(&ScanRequest { columns, ..ScanRequest::default() }, 1).expect("rows");
    assert_eq!(found, [format!("a.csv, 4, {}/t/a.csv, 1", root.path().display())]);
    let count = table.scan(&ScanRequest::default(), 1).expect("rows");
    assert_eq!(count.len(), 1);
}

#[test]
fn written_rows_appear_all_at_once() {
    let root = directory();
    let table = csv(root.path(), "out");
    let sink = table.factory().sink(&table.context(), &SinkRequest::default()).expect("a sink");
    let mut writer = sink.writer(0).expect("a writer");
    writer.write(&rows(&[(1, "a b"), (2, "NULL")])).expect("written");
    let written = writer.finish().expect("finished");
    assert!(table.rows().expect("rows").is_empty());
    sink.commit(vec![written]).expect("committed");
    assert_eq!(names(root.path()), ["out/part-*-task-0-file-0"]);
    assert_eq!(table.rows().expect("rows"), ["1, a b", "2, "]);
    table.write(&[rows(&[(3, "c")]), rows(&[(4, "d")])], &SinkRequest::default()).expect("written");
    assert_eq!(names(root.path()).len(), 3);
}

#[test]
fn what_is_aborted_or_abandoned_leaves_nothing() {
    let root = directory();
    let table = csv(root.path(), "out");
    let sink = table.factory().sink(&table.context(), &SinkRequest::default()).expect("a sink");
    sink.writer(0).expect("a writer").write(&rows(&[(1, "a")])).expect("written");
    sink.abort();
    drop(sink);
    assert!(names(root.path()).is_empty());
    // A process that was killed has left its directory with a lock that nobody holds.
    put(root.path(), "out/.tamias-dead/.lock", "");
    put(root.path(), "out/.tamias-dead/part-x", "1,a\n");
    assert!(table.rows().expect("rows").is_empty());
    table.write(&[rows(&[(2, "b")])], &SinkRequest::default()).expect("written");
    assert_eq!(names(root.path()), ["out/part-*-task-0-file-0"]);
}

#[test]
fn overwrite_replaces_a_table_even_by_nothing() {
    let root = directory();
    let table = csv(root.path(), "out");
    table.write(&[rows(&[(1, "a")])], &SinkRequest::default()).expect("written");
    table.write(&[rows(&[(2, "b")])], &OVERWRITE).expect("written");
    assert_eq!(table.rows().expect("rows"), ["2, b"]);
    table.write(&[rows(&[])], &OVERWRITE).expect("written");
    assert!(table.rows().expect("rows").is_empty());
}

fn partitioned(root: &Path) -> Table {
    csv(root, "out").partitioned_by(&["name"])
}

#[test]
fn partitions_are_directories_that_are_escaped() {
    let root = directory();
    let table = partitioned(root.path()).with("sink.partition-commit.policy.kind", "success-file");
    table.write(&[rows(&[(1, "a/b"), (2, "NULL"), (3, ""), (4, "a/b")])], &SinkRequest::default()).expect("written");
    assert_eq!(
        names(root.path()),
        [
            "out/name=__DEFAULT_PARTITION__/_SUCCESS",
            "out/name=__DEFAULT_PARTITION__/part-*-task-0-file-1",
            "out/name=a%2Fb/_SUCCESS",
            "out/name=a%2Fb/part-*-task-0-file-0",
        ]
    );
    assert_eq!(table.rows().expect("rows"), ["1, a/b", "2, null", "3, null", "4, a/b"]);
    let source = table.factory().source(&table.context()).expect("a source");
    assert_eq!(source.partitions().expect("partitions"), Some(vec![vec![None], vec![Some("a/b".to_owned())]]));
    let pruned = ScanRequest { columns: table.all(), partitions: Some(vec![1]), ..ScanRequest::default() };
    assert_eq!(table.scan(&pruned, 2).expect("rows"), ["1, a/b", "4, a/b"]);
}

#[test]
fn overwrite_replaces_only_the_partitions_that_get_rows() {
    let root = directory();
    let table = partitioned(root.path());
    table.write(&[rows(&[(1, "x"), (2, "y")])], &SinkRequest::default()).expect("written");
    table.write(&[rows(&[(9, "x")])], &OVERWRITE).expect("written");
    assert_eq!(table.rows().expect("rows"), ["2, y", "9, x"]);
    table.write(&[rows(&[])], &OVERWRITE).expect("written");
    assert_eq!(table.rows().expect("rows").len(), 2);
}

#[test]
fn a_file_is_no_place_to_write_to() {
    let root = directory();
    put(root.path(), "a.csv", "1,a\n");
    let table = csv(root.path(), "a.csv");
    let error = table.factory().sink(&table.context(), &OVERWRITE).expect_err("no sink");
    assert_eq!(error.message, "'a.csv' is a file; table 't' is written as files in a directory");
    assert_eq!(table.rows().expect("rows"), ["1, a"]);
}

#[test]
fn streaming_rows_appear_at_a_flush() {
    let root = directory();
    let table = csv(root.path(), "out").streaming();
    let sink = table.factory().sink(&table.context(), &SinkRequest::default()).expect("a sink");
    let mut writer = sink.writer(1).expect("a writer");
    writer.write(&rows(&[(1, "a")])).expect("written");
    assert!(table.rows().expect("rows").is_empty());
    writer.flush().expect("flushed");
    assert_eq!(table.rows().expect("rows"), ["1, a"]);
    writer.write(&rows(&[(2, "b")])).expect("written");
    sink.commit(vec![writer.finish().expect("finished")]).expect("committed");
    assert_eq!(names(root.path()), ["out/part-*-1-0", "out/part-*-1-1"]);
}

#[test]
fn a_watched_directory_gives_each_file_once() {
    let root = directory();
    put(root.path(), "in/a.csv", "1,a\n");
    let table = csv(root.path(), "in").with("source.monitor-interval", "1 ms");
    assert!(!table.factory().is_bounded(&table.context().options));
    let request = ScanRequest { columns: table.all(), ..ScanRequest::default() };
    let source = table.factory().source(&table.context()).expect("a source");
    let splits = source.splits(&request, 1).expect("splits");
    let mut reader = source.open(&request, &splits[0]).expect("a reader");
    let mut next = || {
        std::thread::sleep(std::time::Duration::from_millis(3));
        match reader.read(100).expect("read") {
            ReadOutcome::Batch(batch) => table.shown(&batch, &request).expect("shown"),
            _ => vec![],
        }
    };
    assert_eq!((next(), next()), (vec!["1, a".to_owned()], vec![]));
    put(root.path(), "in/b.csv", "2,b\n");
    assert_eq!((next(), next()), (vec!["2, b".to_owned()], vec![]));
}

#[test]
fn other_formats_are_written_and_read_in_the_same_way() {
    let root = directory();
    for format in ["json", "parquet"] {
        let table = Table::new("filesystem", &[("id", T::int()), ("name", T::string())]);
        let table = table.in_directory(root.path()).with("path", format).with("format", format).partitioned_by(&["id"]);
        table.write(&[rows(&[(1, "a"), (2, "NULL")])], &SinkRequest::default()).expect("written");
        assert_eq!(table.rows().expect("rows"), ["1, a", "2, null"], "{format}");
    }
}

const KIND: &str = "sink.partition-commit.policy.kind";

#[test]
fn a_table_without_partitions_is_marked_in_batch_mode_only() {
    let root = directory();
    let table = csv(root.path(), "out").with(KIND, "success-file");
    table.write(&[rows(&[(1, "a")])], &SinkRequest::default()).expect("written");
    assert_eq!(names(root.path()), ["out/_SUCCESS", "out/part-*-task-0-file-0"]);
    let root = directory();
    let table = csv(root.path(), "out").with(KIND, "success-file").streaming();
    table.write(&[rows(&[(1, "a")])], &SinkRequest::default()).expect("written");
    assert_eq!(names(root.path()), ["out/part-*-0-0"]);
}

/// Marks in the directory of a table that is written in streaming mode: at once, after the delay, and at the end.
fn marks_of_stream(table: &Table, root: &Path) -> [Vec<String>; 3] {
    let marks = || names(root).into_iter().filter(|name| name.ends_with("_SUCCESS")).collect::<Vec<_>>();
    let sink = table.factory().sink(&table.checked().0, &SinkRequest::default()).expect("a sink");
    let mut writer = sink.writer(0).expect("a writer");
    writer.write(&rows(&[(1, "x")])).expect("written");
    writer.flush().expect("flushed");
    let at_once = marks();
    *table.clock.0.lock().expect("a lock") += 10_000;
    writer.flush().expect("flushed");
    let later = marks();
    sink.commit(vec![writer.finish().expect("finished")]).expect("committed");
    [at_once, later, marks()]
}

#[test]
fn a_stream_marks_partitions_by_the_clock_or_at_the_end() {
    let mark = || vec!["out/name=x/_SUCCESS".to_owned()];
    let root = directory();
    let table = || partitioned(root.path()).with(KIND, "success-file").streaming();
    assert_eq!(marks_of_stream(&table(), root.path()), [mark(), mark(), mark()]);

    let root = directory();
    let table = || partitioned(root.path()).with(KIND, "success-file").streaming();
    let delayed = table().with("sink.partition-commit.delay", "10 s");
    assert_eq!(marks_of_stream(&delayed, root.path()), [vec![], mark(), mark()]);

    let root = directory();
    let table = || partitioned(root.path()).with(KIND, "success-file").streaming();
    let by_time = table().with("sink.partition-commit.trigger", "partition-time");
    assert_eq!(marks_of_stream(&by_time, root.path()), [vec![], vec![], mark()]);
}

#[test]
fn a_stream_begins_a_new_file_by_size_and_age() {
    let many: Vec<(i32, &str)> = (0..1000).map(|i| (i, "some text to make it long")).collect();
    let root = directory();
    let table = csv(root.path(), "out").with("sink.rolling-policy.file-size", "10 kb").streaming();
    table.write(&[rows(&many)], &SinkRequest::default()).expect("written");
    let sizes = |root: &Path| -> Vec<u64> {
        let files =
            fs::read_dir(root.join("out")).expect("a directory").map(|entry| entry.expect("an entry").metadata().expect("data").len());
        let mut sizes: Vec<u64> = files.collect();
        sizes.sort_unstable();
        sizes
    };
    let found = sizes(root.path());
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|size| *size < 10 * 1024 + 64 * 40), "{found:?}");
    assert_eq!(table.rows().expect("rows").len(), 1000);

    let root = directory();
    let table = csv(root.path(), "out").with("sink.rolling-policy.rollover-interval", "1 min").streaming();
    let sink = table.factory().sink(&table.context(), &SinkRequest::default()).expect("a sink");
    let mut writer = sink.writer(0).expect("a writer");
    writer.write(&rows(&[(1, "a")])).expect("written");
    *table.clock.0.lock().expect("a lock") += 60_000;
    writer.write(&rows(&[(2, "b")])).expect("written");
    writer.write(&rows(&[(3, "c")])).expect("written");
    sink.commit(vec![writer.finish().expect("finished")]).expect("committed");
    assert_eq!(names(root.path()), ["out/part-*-0-0", "out/part-*-0-1"]);
}

#[test]
fn compaction_makes_the_files_of_a_stream_larger() {
    let many: Vec<(i32, &str)> = (0..1000).map(|i| (i, "some text to make it long")).collect();
    let root = directory();
    let table = csv(root.path(), "out").with("sink.rolling-policy.file-size", "10 kb").with("auto-compaction", "true").streaming();
    let table = table.with("compaction.file-size", "1 mb");
    table.write(&[rows(&many)], &SinkRequest::default()).expect("written");
    let found = names(root.path());
    assert!(found.len() == 1 && found[0].starts_with("out/compacted-part-"), "{found:?}");
}

#[test]
fn policies_that_need_another_system_are_refused_for_writing() {
    let root = directory();
    let refusal = |table: &Table| {
        let refused = table.factory().sink(&table.context(), &SinkRequest::default());
        refused.expect_err("it is refused").message
    };
    let hive = partitioned(root.path()).with(KIND, "metastore");
    assert!(hive.factory().sink(&hive.context(), &SinkRequest::default()).is_ok(), "in batch mode Flink takes it");
    assert_eq!(refusal(&hive.streaming()), "partition-commit policy 'metastore' is for tables of Hive, not for files");
    let custom = partitioned(root.path()).with(KIND, "success-file,custom").with("sink.partition-commit.policy.class", "com.acme.Policy");
    assert_eq!(refusal(&custom), "partition-commit policy 'custom' runs a Java class, which does not run here");
}

#[test]
fn options_that_only_a_cluster_needs_are_noted() {
    let root = directory();
    let table =
        partitioned(root.path()).with("sink.rolling-policy.check-interval", "5 s").with("sink.partition-commit.trigger", "partition-time");
    assert_eq!(table.complaints().len(), 1);
    assert_eq!(
        table.streaming().complaints(),
        [
            "'sink.rolling-policy.check-interval' has no effect here: files are finished whenever no rows wait",
            "'sink.partition-commit.trigger' has no effect here: partitions are marked complete when the statement ends",
        ]
    );
}
