//! The real program on tasks of a workspace: files that stand in for tables, settings of tables, lookups.

use expect_test::{Expect, expect};
use std::fs;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const FILES: &[(&str, &str)] = &[
    ("tamias.yaml", "engine: flink-2.3\n"),
    ("env/local.yaml", "bind:\n  shop.orders: data/orders.csv?csv.null-literal=-\n"),
    ("env/prod.yaml", "writes: allow\n"),
    ("env/typo.yaml", "bind:\n  shop.oders: data/orders.csv\n  shop.orders: data/orders.txt\n"),
    ("datasources/kafka.yaml", "connector: kafka\noptions:\n  properties.bootstrap.servers: h:1\n  format: json\n"),
    (
        "projects/shop/tables/orders.sql",
        "CREATE TABLE orders (id INT, item STRING, ts TIMESTAMP(3), topic STRING) WITH ('datasource' = 'kafka', 'topic' = 'orders', \
         'scan.startup.mode' = 'earliest-offset');",
    ),
    (
        "projects/shop/tables/items.sql",
        "CREATE TABLE items (item STRING, name STRING, password STRING, PRIMARY KEY (item) NOT ENFORCED) WITH ('connector' = 'filesystem', \
         'path' = 'data/items.csv', 'format' = 'csv');",
    ),
    (
        "projects/shop/tables/report.sql",
        "CREATE TABLE report (item STRING, n BIGINT, PRIMARY KEY (item) NOT ENFORCED) WITH ('connector' = 'jdbc', 'url' = 'jdbc:x://h/d', \
         'table-name' = 'report');",
    ),
    ("projects/shop/tasks/read.sql", "SELECT id, item FROM orders;\n"),
    ("projects/shop/tasks/write.sql", "INSERT INTO report SELECT item, COUNT(*) FROM orders WHERE item IS NOT NULL GROUP BY item;\n"),
    (
        "projects/shop/tasks/find.sql",
        "SELECT o.id, i.name FROM orders AS o LEFT JOIN items FOR SYSTEM_TIME AS OF PROCTIME() AS i ON o.item = i.item ORDER BY o.id;\n",
    ),
    ("data/orders.csv", "1,a,2026-01-01 00:00:00,t\n2,b,2026-01-02 00:00:01,t\n3,-,2026-01-03 00:00:02,t\n4,a,2026-01-04 00:00:03,t\n"),
    ("data/items.csv", "a,Apple,x1\nb,Birne,x2\na,Äpfel,x3\n"),
    ("elsewhere/mine.json", "{\"id\": 7, \"item\": \"z\"}\n"),
];

/// A workspace on disk.
struct Place(TempDir);

impl Place {
    fn new(more: &[(&str, &str)]) -> Self {
        let directory = tempfile::tempdir().expect("a directory can be made");
        for (name, text) in FILES.iter().chain(more) {
            let path = directory.path().join(name);
            fs::create_dir_all(path.parent().expect("it is beneath the directory")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
        Place(directory)
    }

    fn run(&self, arguments: &[&str]) -> String {
        self.run_in(".", arguments)
    }

    /// What the program prints when it is started in a folder.
    fn run_in(&self, folder: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamias"));
        command.current_dir(self.0.path().join(folder)).args(arguments).stdin(Stdio::null());
        let output = command.env("TZ", "UTC").env("HOME", self.0.path()).output().expect("the program can be started");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
        let code = output.status.code().map_or("a signal".to_owned(), |code| code.to_string());
        format!("{}--- standard error\n{}--- exit code {code}\n", text(output.stdout), text(output.stderr))
    }
}

fn check(told: String, expected: Expect) {
    expected.assert_eq(&told);
}

const READ: &str = "projects/shop/tasks/read.sql";

#[test]
fn the_environment_and_the_command_line_bind_files() {
    let place = Place::new(&[]);
    check(
        place.run(&["run", READ]),
        expect![[r#"
        1,a
        2,b
        3,
        4,a
        --- standard error
        --- exit code 0
    "#]],
    );
    // The command line replaces the bind of the environment whole, with its options.
    check(
        place.run(&["run", READ, "--bind", "shop.orders=elsewhere/mine.json"]),
        expect![[r#"
        7,z
        --- standard error
        --- exit code 0
    "#]],
    );
    check(
        place.run(&["run", READ, "--bind", "orders=data/orders.csv?csv.null-literal=b&csv.ignore-parse-errors=true"]),
        expect![[r#"
        1,a
        2,
        3,-
        4,a
        --- standard error
        --- exit code 0
    "#]],
    );
    check(
        place.run(&["run", READ, "--bind", "orders=data/orders.csv?format=csv&csv.null-literal=a"]),
        expect![[r#"
        1,
        2,b
        3,-
        4,
        --- standard error
        --- exit code 0
    "#]],
    );
    check(
        place.run(&["run", READ, "--bind", "orders=data/orders.csv?csv.nul-literal=b"]),
        expect![[r#"
            --- standard error
            error[unknown-option]: 'csv.nul-literal' is not an option of format 'csv'
              --> <command line>:1:31   --bind orders=data/orders.csv?csv.nul-literal=b
                                                                      ^^^^^^^^^^^^^^^
            help: did you mean 'csv.null-literal'?
            --- exit code 1
        "#]],
    );
    check(
        place.run(&["run", READ, "--bind", "oders=data/orders.csv"]),
        expect![[r#"
            1,a
            2,b
            3,
            4,a
            --- standard error
            warning[unused-setting]: no statement uses a table 'oders'
              --> <command line>:1:8   --bind oders=data/orders.csv
                                              ^^^^^
            help: Did you mean 'orders'?
            --- exit code 0
        "#]],
    );
}

#[test]
fn paths_of_the_workspace_start_there_and_those_of_the_command_line_where_the_program_starts() {
    let place = Place::new(&[]);
    check(
        place.run_in("elsewhere", &["run", "../projects/shop/tasks/find.sql"]),
        expect![[r#"
        1,Äpfel
        2,Birne
        3,
        4,Äpfel
        --- standard error
        warning[duplicate-key]: 1 row of table 'workspace.shop.items' has the key (item) of another row
          --> ../projects/shop/tasks/find.sql:1:48   SELECT o.id, i.name FROM orders AS o LEFT JOIN items F…
                                                                                                    ^^^^^
        note: The first is item = a in rows 1 and 3. The last row of a key is the one that is found.
        --- exit code 0
    "#]],
    );
    check(
        place.run_in("elsewhere", &["run", "../projects/shop/tasks/read.sql", "--bind", "shop.orders=mine.json"]),
        expect![[r#"
        7,z
        --- standard error
        --- exit code 0
    "#]],
    );
}

#[test]
fn what_is_outside_is_printed_or_named_with_the_ways_to_bind_it() {
    let place = Place::new(&[]);
    check(
        place.run(&["run", "projects/shop/tasks/write.sql"]),
        expect![[r#"
            workspace.shop.report> +I[a, 2]
            workspace.shop.report> +I[b, 1]
            --- standard error
            note[printed-instead]: rows for table 'workspace.shop.report' are printed: this environment does not write to the outside
              --> projects/shop/tasks/write.sql:1:13   INSERT INTO report SELECT item, COUNT(*) FROM orders WHE…
                                                                   ^^^^^^
            help: Bind the table to a file, or allow it: 'writes: allow' in the file of the environment.
            --- exit code 0
        "#]],
    );
    check(
        place.run(&["run", "--env", "prod", "projects/shop/tasks/write.sql"]),
        expect![[r#"
            --- standard error
            error[streaming-not-supported]: an aggregation cannot run in streaming mode yet
              --> projects/shop/tasks/write.sql:1:20   …INTO report SELECT item, COUNT(*) FROM orders WHERE ite…
                                                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            help: Make the sources end: --bind shop.orders=FILE, or 'bind' in the file of the environment. Or run it on a Flink cluster.
            --- exit code 1
        "#]],
    );
    check(
        place.run(&["run", "--env", "prod", READ]),
        expect![[r#"
        --- standard error
        error[does-not-run]: connector 'kafka' is known for checking, but does not run here
          --> projects/shop/tasks/read.sql:1:22   SELECT id, item FROM orders;
                                                                       ^^^^^^
        help: Bind a local file to run it: --bind shop.orders=FILE, or under 'bind' in the file of the environment: 'shop.orders: FILE'.
        --- exit code 1
    "#]],
    );
    check(
        place.run(&["run", "--env", "typo", READ]),
        expect![[r#"
        --- standard error
        error[unknown-object]: the workspace has no table 'shop.oders' that a file could stand in for
          --> env/typo.yaml:2:3   shop.oders: data/orders.csv
                                  ^^^^^^^^^^
        help: did you mean 'shop.orders'?

        error[invalid-bind]: the format of 'data/orders.txt' is not known: its name ends in none of .csv, .json, .parquet
          --> env/typo.yaml:3:16   shop.orders: data/orders.txt
                                                ^^^^^^^^^^^^^^^
        help: Name it: data/orders.txt?format=csv.
        --- exit code 1
    "#]],
    );
    let bound = place.run(&["run", "projects/shop/tasks/write.sql", "--bind", "shop.report=out/report.csv"]);
    check(
        bound,
        expect![[r#"
            --- standard error
            --- exit code 0
        "#]],
    );
    let written = fs::read_dir(place.0.path().join("out/report.csv")).expect("it was written").count();
    assert_eq!(written, 1);
}

#[test]
fn values_of_set_and_hints_for_what_a_file_replaces_are_noted() {
    let task = "SET orders.`scan.startup.mode` = 'latest-offset';\nSET orders.computedColumn = d AS DAYOFMONTH(ts);\n\
                SELECT id, d FROM orders /*+ OPTIONS('scan.topic-partition-discovery.interval' = '1 s') */;\n";
    let place = Place::new(&[("projects/shop/tasks/set.sql", task)]);
    check(
        place.run(&["run", "projects/shop/tasks/set.sql"]),
        expect![[r#"
        1,1
        2,2
        3,3
        4,4
        --- standard error
        note[replaced-by-bind]: option 'scan.startup.mode' has no effect: another connector stands in for that of table 'workspace.shop.orders'
          --> projects/shop/tasks/set.sql:1:12   SET orders.`scan.startup.mode` = 'latest-offset';
                                                            ^^^^^^^^^^^^^^^^^^^

        note[replaced-by-bind]: option 'scan.topic-partition-discovery.interval' has no effect: another connector stands in for that of table 'workspace.shop.orders'
          --> projects/shop/tasks/set.sql:3:39   …ONS('scan.topic-partition-discovery.interval' = '1 s') */;
                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        --- exit code 0
    "#]],
    );
}

#[test]
fn lineage_does_not_depend_on_files_that_stand_in() {
    let task = "SELECT item FROM orders /*+ OPTIONS('scan.startup.mode' = 'latest-offset') */;\n";
    let place = Place::new(&[("projects/shop/tasks/hinted.sql", task)]);
    check(
        place.run(&["lineage", "projects/shop/tasks/hinted.sql"]),
        expect![[r#"
        result
          item   <- workspace.shop.orders.item
        --- standard error
        --- exit code 0
    "#]],
    );
}

#[test]
fn a_task_is_checked_in_every_environment() {
    let place = Place::new(&[
        ("env/dev.yaml", "variables:\n  day: d1\n"),
        ("env/typo.yaml", "variables:\n  day: d2\n"),
        ("projects/shop/tasks/dated.sql", "SELECT id FROM orders WHERE item = '${day}';\n"),
    ]);
    // What stands on standard error has a time.
    let found = |more: &[&str]| {
        let told = place.run(&[&["check", "projects/shop/tasks/dated.sql"], more].concat());
        told.split_once("--- standard error").map(|(found, _)| found.to_owned()).expect("it is printed")
    };
    check(
        found(&[]),
        expect![[r#"
        error[undefined-variable]: variable 'day' has no value
          --> projects/shop/tasks/dated.sql:1:37   SELECT id FROM orders WHERE item = '${day}';
                                                                                       ^^^^^^
        note: In local, prod.
        help: Give it one: --var day=value, or under 'variables' in tamias.yaml.
    "#]],
    );
    check(found(&["--env", "dev"]), expect![""]);
}

#[test]
fn the_command_line_is_stronger_than_all() {
    let task = "SET items.`csv.null-literal` = 'x1';\nSELECT * FROM items /*+ OPTIONS('csv.null-literal' = 'x2') */;\n";
    let place = Place::new(&[("projects/shop/tasks/set.sql", task)]);
    check(
        place.run(&["run", "projects/shop/tasks/set.sql"]),
        expect![[r#"
            a,Apple,x1
            b,Birne,
            a,Äpfel,x3
            --- standard error
            --- exit code 0
        "#]],
    );
    check(
        place.run(&["run", "projects/shop/tasks/set.sql", "--set", "shop.items.csv.null-literal=x3"]),
        expect![[r#"
            a,Apple,x1
            b,Birne,x2
            a,Äpfel,
            --- standard error
            --- exit code 0
        "#]],
    );
    check(
        place.run(&["options", "projects/shop/tasks/set.sql", "--set", "items.csv.null-literal=x3"]),
        expect![[r#"
            items (filesystem) at projects/shop/tasks/set.sql:2:15  VALUE           SET BY                                             SHADOWS
            connector (locked)                                      filesystem      table        projects/shop/tables/items.sql:1:104  -
            csv.null-literal                                        x3              command line <command line>:1:7                    x2 projects/shop/tasks/set.sql:2:34, x1 projects/shop/tasks/set.sql:1:11
            format (locked)                                         csv             table        projects/shop/tables/items.sql:1:159  -
            path (locked)                                           data/items.csv  table        projects/shop/tables/items.sql:1:132  -
            PRIMARY KEY                                             item            table        projects/shop/tables/items.sql:1:64   -         28 defaults: --all
            --- standard error
            --- exit code 0
        "#]],
    );
}

#[test]
fn options_shows_locks_keys_and_what_tasks_add() {
    let task = "SET orders.`watermark` = 'WATERMARK FOR ts AS withOffset(ts, 5000)';\nSET orders.computedColumn = d AS DAYOFMONTH(ts);\n\
                SET orders.topic.isHeader = TRUE;\nSET orders.`properties.group.id` = 'g';\nSET items.primarykey = 'name';\n\
                SELECT o.id FROM orders /*+ OPTIONS('scan.startup.mode' = 'latest-offset') */ AS o\n\
                JOIN items /*+ primarykey(item) */ FOR SYSTEM_TIME AS OF PROCTIME() AS i ON o.item = i.item;\n";
    let place = Place::new(&[("projects/shop/tasks/set.sql", task), ("env/none.yaml", "")]);
    check(
        place.run(&["options", "--env", "none", "projects/shop/tasks/set.sql"]),
        expect![[r#"
        orders (kafka) at projects/shop/tasks/set.sql:6:18  VALUE                       SET BY                                             SHADOWS
        connector (locked)                                  kafka                       data source datasources/kafka.yaml:1:1             -
        format (locked)                                     json                        data source datasources/kafka.yaml:4:3             -
        properties.bootstrap.servers (locked)               h:1                         data source datasources/kafka.yaml:3:3             -
        properties.group.id                                 g                           SET         projects/shop/tasks/set.sql:4:12       -
        scan.startup.mode                                   latest-offset               hint        projects/shop/tasks/set.sql:6:38       earliest-offset projects/shop/tables/orders.sql:1:125
        topic (locked)                                      orders                      table       projects/shop/tables/orders.sql:1:105  -
        COLUMN d                                            DAYOFMONTH(ts)              SET         projects/shop/tasks/set.sql:2:12       -
        HEADER topic                                        true                        SET         projects/shop/tasks/set.sql:3:12       -
        WATERMARK ts                                        `ts` - INTERVAL '5' SECOND  SET         projects/shop/tasks/set.sql:1:12       -         17 defaults: --all

        items (filesystem) at projects/shop/tasks/set.sql:7:6  VALUE           SET BY                                      SHADOWS
        connector (locked)                                     filesystem      table projects/shop/tables/items.sql:1:104  -
        format (locked)                                        csv             table projects/shop/tables/items.sql:1:159  -
        path (locked)                                          data/items.csv  table projects/shop/tables/items.sql:1:132  -
        PRIMARY KEY                                            item            hint  projects/shop/tasks/set.sql:7:16      name projects/shop/tasks/set.sql:5:11, item projects/shop/tables/items.sql:1:64         28 defaults: --all
        --- standard error
        --- exit code 0
    "#]],
    );
    check(
        place.run(&["options", "--env", "none", "--table", "items", "--format", "json", "projects/shop/tasks/set.sql"]),
        expect![[r#"
        {"table":"items","connector":"filesystem","place":"projects/shop/tasks/set.sql:7:6","options":[{"key":"connector","locked":true,"value":"filesystem","layer":"table","place":"projects/shop/tables/items.sql:1:104","shadows":[]},{"key":"format","locked":true,"value":"csv","layer":"table","place":"projects/shop/tables/items.sql:1:159","shadows":[]},{"key":"path","locked":true,"value":"data/items.csv","layer":"table","place":"projects/shop/tables/items.sql:1:132","shadows":[]},{"key":"PRIMARY KEY","locked":false,"value":"item","layer":"hint","place":"projects/shop/tasks/set.sql:7:16","shadows":[{"value":"name","layer":"SET","place":"projects/shop/tasks/set.sql:5:11"},{"value":"item","layer":"table","place":"projects/shop/tables/items.sql:1:64"}]}]}
        --- standard error
        --- exit code 0
    "#]],
    );
    check(
        place.run(&["options", "projects/shop/tasks/set.sql", "--table", "orders"]),
        expect![[r#"
            orders (filesystem) at projects/shop/tasks/set.sql:6:18  VALUE                       SET BY                                        SHADOWS
            connector                                                filesystem                  environment env/local.yaml:2:16               -
            csv.null-literal                                         -                           environment env/local.yaml:2:32               -
            format                                                   csv                         environment env/local.yaml:2:16               -
            path                                                     data/orders.csv             environment env/local.yaml:2:16               -
            COLUMN d                                                 DAYOFMONTH(ts)              SET         projects/shop/tasks/set.sql:2:12  -
            HEADER topic                                             true                        SET         projects/shop/tasks/set.sql:3:12  -
            WATERMARK ts                                             `ts` - INTERVAL '5' SECOND  SET         projects/shop/tasks/set.sql:1:12  -         28 defaults: --all
            --- standard error
            note[replaced-by-bind]: option 'properties.group.id' has no effect: another connector stands in for that of table 'workspace.shop.orders'
              --> projects/shop/tasks/set.sql:4:12   SET orders.`properties.group.id` = 'g';
                                                                ^^^^^^^^^^^^^^^^^^^^^

            note[replaced-by-bind]: option 'scan.startup.mode' has no effect: another connector stands in for that of table 'workspace.shop.orders'
              --> projects/shop/tasks/set.sql:6:38   …/*+ OPTIONS('scan.startup.mode' = 'latest-offset') */ AS o
                                                                   ^^^^^^^^^^^^^^^^^
            --- exit code 0
        "#]],
    );
}

#[test]
fn a_lookup_warns_of_keys_that_are_not_unique_without_telling_secrets() {
    let secret = "SELECT o.id, i.name FROM orders AS o JOIN items /*+ primarykey(item, password) */ FOR SYSTEM_TIME AS OF PROCTIME() AS i\n\
                  ON o.item = i.item AND i.password = 'x1';\n";
    let place = Place::new(&[("projects/shop/tasks/secret.sql", secret), ("data/items.csv", "a,Apple,x1\na,Äpfel,x1\n")]);
    check(
        place.run(&["run", "projects/shop/tasks/find.sql"]),
        expect![[r#"
        1,Äpfel
        2,
        3,
        4,Äpfel
        --- standard error
        warning[duplicate-key]: 1 row of table 'workspace.shop.items' has the key (item) of another row
          --> projects/shop/tasks/find.sql:1:48   SELECT o.id, i.name FROM orders AS o LEFT JOIN items FOR …
                                                                                                 ^^^^^
        note: The first is item = a in rows 1 and 2. The last row of a key is the one that is found.
        --- exit code 0
    "#]],
    );
    check(
        place.run(&["run", "projects/shop/tasks/secret.sql"]),
        expect![[r#"
        1,Äpfel
        4,Äpfel
        --- standard error
        warning[duplicate-key]: 1 row of table 'workspace.shop.items' has the key (item, password) of another row
          --> projects/shop/tasks/secret.sql:1:43   SELECT o.id, i.name FROM orders AS o JOIN items /*+ pri…
                                                                                              ^^^^^
        note: The first is item = a, password = ****** in rows 1 and 2. The last row of a key is the one that is found.
        --- exit code 0
    "#]],
    );
}

#[test]
fn settings_of_tables_hold_from_where_they_stand_and_can_be_listed_and_taken_back() {
    let script = "CREATE TABLE t (a STRING, b STRING) WITH ('connector' = 'filesystem', 'path' = 'data/two.csv', 'format' = 'csv');\n\
                  SELECT * FROM t;\n\
                  SET t.`csv.null-literal` = 'x';\nSET t.batch.`csv.ignore-parse-errors` = 'true';\nSET t.computedColumn = c AS UPPER(b);\n\
                  SET t.primarykey = 'a';\nSHOW OVERRIDES;\nSELECT * FROM t;\n\
                  RESET t.computedColumn;\nRESET t.`csv.null-literal`;\nSELECT * FROM t;\nRESET t;\nSHOW OVERRIDES;\nRESET t.nothing;\n";
    let place = Place::new(&[("data/two.csv", "x,y\n"), ("script.sql", script)]);
    check(
        place.run(&["run", "script.sql"]),
        expect![[r#"
        x,y

        default_catalog.default_database.t	computedColumn c	UPPER(b)		script.sql:5:7
        default_catalog.default_database.t	csv.ignore-parse-errors	true	batch	script.sql:4:13
        default_catalog.default_database.t	csv.null-literal	x		script.sql:3:7
        default_catalog.default_database.t	primarykey	a		script.sql:6:7

        ,y,Y

        x,y

        --- standard error
        warning[nothing-to-reset]: 'nothing' of table 'default_catalog.default_database.t' was not set
          --> script.sql:14:7   RESET t.nothing;
                                      ^^^^^^^^^
        --- exit code 0
    "#]],
    );
    let transcript = place.run(&["-f", "script.sql"]);
    let row = "| default_catalog.default_database.t |              primarykey |        a |       |  script.sql:6:7 |";
    assert!(transcript.contains(row), "{transcript}");
}

#[test]
fn in_a_task_they_hold_everywhere() {
    let task = "SELECT * FROM items;\nSET items.`csv.null-literal` = 'Birne';\n";
    let place = Place::new(&[("projects/shop/tasks/set.sql", task)]);
    check(
        place.run(&["run", "projects/shop/tasks/set.sql"]),
        expect![[r#"
            a,Apple,x1
            b,,x2
            a,Äpfel,x3
            --- standard error
            --- exit code 0
        "#]],
    );
}
