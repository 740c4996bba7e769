//! Mirror tables, and HBase tables cropped by a hint.

use crate::support::Files;

const PLACE: &str = "projects/shop/tasks/job.sql";

const STREAM: &str = "CREATE TABLE orders (id BIGINT, amount INT, extra STRING) WITH ('connector' = 'kafka', 'topic' = 't', \
                      'properties.bootstrap.servers' = 'h:1', 'properties.group.id' = 'g', 'format' = 'json');";
const BATCH: &str = "CREATE TABLE files (oid BIGINT, total INT) WITH ('connector' = 'filesystem', 'path' = 'p', 'format' = 'csv');";
const MIRROR: &str = "CREATE TABLE m (id BIGINT, amount BIGINT) WITH ('stream' = 'orders', 'batch' = 'shop.files', \
                      'batch.fields.id' = 'oid', 'batch.fields.amount' = 'total');";

fn files(mirror: &str, modes: &str, task: &str) -> Files {
    let project = format!("environments: basic\nmodes: [{modes}]\n");
    Files::new(&[
        ("projects/shop/project.yaml", &project),
        ("projects/shop/tables/orders.sql", STREAM),
        ("projects/shop/tables/files.sql", BATCH),
        ("projects/shop/mirrors/m.sql", mirror),
        ("projects/shop/tasks/job.sql", task),
    ])
}

#[test]
fn a_mirror_table_is_another_table_in_each_mode() {
    let task = "SET shop.m.batch.`csv.null-literal` = '-'; SET m.`stream`.`properties.group.id` = 'mine';\n\
                SELECT id, amount FROM m WHERE amount > 5;";
    let files = files(MIRROR, "stream, batch", task);
    assert_eq!(
        files.check(None),
        [format!("{PLACE}:1:5 warning[literal-project] 'shop' is the production project in every environment")][..0].to_vec()
    );
    let stream = files.scans("local", Some("STREAMING"), "shop", "job").remove(0);
    assert_eq!(stream.option("connector"), ("kafka".to_owned(), "table"));
    assert_eq!(stream.option("properties.group.id"), ("mine".to_owned(), "SET for mode"));
    assert_eq!(stream.option("csv.null-literal"), (String::new(), "-"));
    let batch = files.scans("local", Some("BATCH"), "shop", "job").remove(0);
    assert_eq!(batch.option("connector"), ("filesystem".to_owned(), "table"));
    assert_eq!(batch.option("csv.null-literal"), ("-".to_owned(), "SET for mode"));
    assert_eq!(batch.columns, ["oid", "total"]);
}

#[test]
fn what_is_set_for_the_table_behind_does_not_reach_the_mirror() {
    let task = "SET orders.`properties.group.id` = 'x'; SELECT id FROM m;";
    let said = files(MIRROR, "stream, batch", task).check(Some("local"));
    let message = "'properties.group.id' is set for table 'workspace.shop.orders', which the task does not use";
    assert_eq!(said, [format!("{PLACE}:1:12 warning[unused-setting] {message}")]);
}

#[test]
fn a_field_needs_one_behind_it_in_the_modes_of_the_task() {
    let mirror = MIRROR.replace(", 'batch.fields.amount' = 'total'", "");
    let message = "task 'job' has one mode only, and 'workspace.shop.m' is a mirror table";
    assert_eq!(files(&mirror, "stream", "SELECT id FROM m;").check(None), [format!("{PLACE}:1:16 error[mirror-modes] {message}")]);
    assert_eq!(
        files(&mirror, "stream, batch", "SELECT id, amount FROM m;").check(None),
        [format!(
            "{PLACE}:1:24 error[mirror-field] table 'workspace.shop.files' has no field 'amount' for the mirror table 'workspace.shop.m'"
        )]
    );
}

#[test]
fn a_mirror_table_is_written_by_the_names_of_its_fields() {
    assert_eq!(files(MIRROR, "stream, batch", "INSERT INTO m SELECT id, CAST(1 AS INT) FROM m;").check(None), Vec::<String>::new());
    assert_eq!(files(MIRROR, "stream, batch", "INSERT INTO m (id) SELECT id FROM m;").check(None), Vec::<String>::new());
}

#[test]
fn a_mirror_table_names_tables_that_exist() {
    let said = files("CREATE TABLE m (id BIGINT) WITH ('stream' = 'orders', 'batch' = 'nothing');", "batch", "SELECT 1;").check(None);
    assert_eq!(
        said,
        ["projects/shop/mirrors/m.sql:1:14 error[unknown-object] mirror table 'm' stands for table 'shop.nothing', which does not exist"]
    );
    let said = files("CREATE TABLE m (id BIGINT) WITH ('stream' = 'orders', 'bach' = 'x');", "batch", "SELECT 1;").check(None);
    assert_eq!(
        said,
        [
            "projects/shop/mirrors/m.sql:1:14 error[invalid-workspace-file] mirror table 'm' needs the options 'stream' and 'batch'",
            "projects/shop/mirrors/m.sql:1:55 error[invalid-workspace-file] 'bach' is not an option of a mirror table",
        ]
    );
}

#[test]
fn a_sink_is_cropped_to_the_columns_of_the_hint() {
    let table = "CREATE TABLE hb (rowkey INT, family1 ROW<q1 INT>, family2 ROW<q2 STRING, q3 BIGINT>, PRIMARY KEY (rowkey) NOT ENFORCED) \
                 WITH ('connector' = 'hbase-2.2', 'table-name' = 't', 'zookeeper.quorum' = 'z');";
    let check = |insert: &str| {
        Files::new(&[
            ("projects/shop/tables/hb.sql", table),
            (
                "projects/shop/tables/s.sql",
                "CREATE TABLE s (k INT, a INT, b STRING, c BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '1');",
            ),
            ("projects/shop/tables/p.sql", "CREATE TABLE p (k INT) WITH ('connector' = 'print');"),
            ("projects/shop/tasks/job.sql", insert),
        ])
        .check(Some("local"))
    };
    let said = |text: &str| vec![format!("{PLACE}:{text}")];
    assert_eq!(check("INSERT INTO hb /*+dataphincolumns(rowkey,family1.q1)*/ SELECT k, ROW(a) FROM s"), Vec::<String>::new());
    assert_eq!(check("INSERT INTO hb/*+dataphincolumns(rowkey,family2.q2,family2.q3)*/ SELECT k, ROW(b, c) FROM s"), Vec::<String>::new());
    assert_eq!(check("INSERT INTO hb /*+dataphincolumns(family2,rowkey)*/ SELECT ROW(b, c), k FROM s"), Vec::<String>::new());
    assert!(check("INSERT INTO hb SELECT k, ROW(a) FROM s")[0].contains("error[sink-mismatch]"));
    let without_key = check("INSERT INTO hb /*+dataphincolumns(family1.q1)*/ SELECT ROW(a) FROM s");
    let expected = said("1:19 error[invalid-crop] the hint dataphincolumns leaves out the row key 'rowkey'");
    assert!(without_key.contains(&expected[0]), "{without_key:?}");
    assert_eq!(
        check("INSERT INTO hb /*+dataphincolumns(rowkey, family2.q9)*/ SELECT k FROM s"),
        said("1:43 error[invalid-crop] family 'family2' has no qualifier 'q9'")
    );
    assert_eq!(
        check("INSERT INTO p /*+dataphincolumns(k)*/ SELECT k FROM s"),
        said("1:18 error[invalid-crop] the hint dataphincolumns is for HBase tables; table 'workspace.shop.p' has connector 'print'")
    );
}
