//! `tamias import`: scripts and lists of fields become files.

use super::Place;
use expect_test::expect;

fn place(name: &str, text: &str) -> Place {
    Place::new(&[
        ("tamias.yaml", ""),
        ("projects/trade/project.yaml", ""),
        ("projects/trade/tables/topic.sql", "CREATE TABLE topic (id BIGINT, price DECIMAL(10, 2)) WITH ('connector' = 'datagen');\n"),
        ("projects/trade/tables/files.sql", "CREATE TABLE files (oid BIGINT, price DECIMAL(10, 2)) WITH ('connector' = 'datagen');\n"),
        (name, text),
    ])
}

const FLINK: &str = "\
-- What people click on.
CREATE TEMPORARY TABLE IF NOT EXISTS shop.clicks (
  id BIGINT NOT NULL COMMENT 'who',
  ts TIMESTAMP(3),
  topic STRING METADATA VIRTUAL,
  hours AS EXTRACT(HOUR FROM ts),
  day_name AS DATE_FORMAT(ts, 'EEE, d'),
  seen AS PROCTIME(),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'clicks',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'g',
  'format' = 'json'
);
CREATE TABLE pages (name STRING) WITH ('connector' = 'kafka', 'topic' = 'pages', 'properties.bootstrap.servers' = 'kafka:9092', 'format' = 'json');
CREATE TEMPORARY FUNCTION shorten AS 'com.example.Shorten' LANGUAGE JAVA USING JAR 'f.jar';
INSERT INTO pages SELECT 'x' FROM clicks;
";

#[test]
fn a_script_of_flink_becomes_files() {
    let place = place("job.sql", FLINK);
    place.run(&["import", "job.sql"]).check(expect![[r#"
        wrote projects/trade/tables/clicks.sql
        wrote projects/trade/tables/pages.sql
        wrote projects/trade/functions/shorten.sql
        the tasks that use them need:
          SET clicks.procTime = seen AS PROCTIME();
          SET clicks.`watermark` = WATERMARK FOR ts AS ts - INTERVAL '5' SECOND;
          SET clicks.computedColumn = (hours AS EXTRACT(HOUR FROM ts), day_name AS DATE_FORMAT(ts, 'EEE, d'));
        --- standard error
        note[task-property]: a processing time is a matter of the tasks that use the table
          --> job.sql:8:3   seen AS PROCTIME(),
                            ^^^^^^^^^^^^^^^^^^
        help: There: SET clicks.procTime = seen AS PROCTIME();

        note[task-property]: a watermark is a matter of the tasks that use the table
          --> job.sql:9:3   WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        help: There: SET clicks.`watermark` = WATERMARK FOR ts AS ts - INTERVAL '5' SECOND;

        note[task-property]: a computed column is a matter of the tasks that use the table
          --> job.sql:6:3
         6 |   hours AS EXTRACT(HOUR FROM ts),
           |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
         7 |   day_name AS DATE_FORMAT(ts, 'EEE, d'),
           |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        help: There: SET clicks.computedColumn = (hours AS EXTRACT(HOUR FROM ts), day_name AS DATE_FORMAT(ts, 'EEE, d'));

        note[left-out]: this statement defines nothing that can be shared
          --> job.sql:19:1   INSERT INTO pages SELECT 'x' FROM clicks;
                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        help: Put what the job does into a file of the project's folder 'tasks'.
        --- exit code 0
    "#]]);
    expect![[r#"
        -- What people click on.
        CREATE TABLE clicks (
          id BIGINT NOT NULL COMMENT 'who',
          ts TIMESTAMP(3),
          topic STRING METADATA VIRTUAL
        )
        WITH (
          'connector' = 'kafka',
          'topic' = 'clicks',
          'properties.bootstrap.servers' = 'kafka:9092',
          'properties.group.id' = 'g',
          'format' = 'json'
        );
    "#]]
    .assert_eq(&place.read("projects/trade/tables/clicks.sql"));
    expect![[r#"
        CREATE FUNCTION shorten AS 'com.example.Shorten' LANGUAGE JAVA USING JAR 'f.jar';
    "#]]
    .assert_eq(&place.read("projects/trade/functions/shorten.sql"));
    assert_eq!(place.run(&["check", "."]).code, Some(0));
    // Nothing is replaced without being asked to.
    std::fs::write(place.path().join("projects/trade/tables/clicks.sql"), "mine").expect("it can be written");
    place.run(&["import", "job.sql"]).check(expect![[r#"
        --- standard error
        error[conflict]: projects/trade/tables/clicks.sql, projects/trade/tables/pages.sql, projects/trade/functions/shorten.sql are there already: nothing was written; --force replaces
        --- exit code 1
    "#]]);
    assert_eq!(place.read("projects/trade/tables/clicks.sql"), "mine");
    assert_eq!(place.run(&["import", "job.sql", "--force"]).code, Some(0));
    assert_ne!(place.read("projects/trade/tables/clicks.sql"), "mine");
}

#[test]
fn the_settings_it_proposes_are_good_in_a_task() {
    let place = place("job.sql", FLINK);
    let outcome = place.run(&["import", "job.sql"]);
    let settings: Vec<&str> = outcome.out.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    let task = format!("{}\nSELECT id, hours, day_name, seen FROM clicks;\n", settings.join("\n"));
    let path = place.path().join("projects/trade/tasks/read_clicks.sql");
    std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
    std::fs::write(path, task).expect("it can be written");
    place.run(&["check", "."]).check(expect![[r#"
        --- standard error
        checked 1 task, 4 tables for local on flink in N ms: no errors
        not verified: class com.example.Shorten
        --- exit code 0
    "#]]);
}

#[test]
fn the_connection_moves_to_a_data_source() {
    let place = place("job.sql", FLINK);
    assert_eq!(place.run(&["import", "job.sql", "--datasource", "kafka_main"]).code, Some(0));
    expect![[r#"
        connector: kafka
        options:
          properties.bootstrap.servers: kafka:9092
    "#]]
    .assert_eq(&place.read("datasources/kafka_main.yaml"));
    expect![[r#"
        CREATE TABLE pages (
          name STRING
        )
        WITH (
          'datasource' = 'kafka_main',
          'topic' = 'pages',
          'format' = 'json'
        );
    "#]]
    .assert_eq(&place.read("projects/trade/tables/pages.sql"));
    let outcome = place.run(&["check", "."]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.out);
}

#[test]
fn a_script_of_blink_gets_flinks_types_and_keys() {
    let script = "create table hb (\n  rowkey VARCHAR,\n  n DECIMAL,\n  ts TIMESTAMP,\n  PERIOD FOR SYSTEM_TIME,\n  PRIMARY KEY (n),\n  PRIMARY KEY (rowkey),\n  INDEX (n),\n  WATERMARK wk FOR ts AS withOffset(ts, 1000)\n) with (\n  type = 'cloudhbase',\n  zkQuorum = 'zk:2181',\n  tableName = 't',\n  bufferSize = 500\n);\ncreate table k (m VARBINARY) with (type = 'kafka010', topic = 't', bootstrap.servers = 'k:1', `sasl.mechanism` = PLAIN);\n";
    let place = place("old.sql", script);
    place.run(&["import", "old.sql", "--from", "blink"]).check(expect![[r#"
        wrote projects/trade/tables/hb.sql
        wrote projects/trade/tables/k.sql
        the tasks that use them need:
          SET hb.index = 'n';
          SET hb.`watermark` = WATERMARK wk FOR ts AS withOffset(ts, 1000);
        --- standard error
        note[left-out]: PERIOD FOR SYSTEM_TIME is not needed: the join says that a table is a dimension table
          --> old.sql:5:3   PERIOD FOR SYSTEM_TIME,
                            ^^^^^^^^^^^^^^^^^^^^^^

        note[task-property]: an index is a matter of the tasks that use the table
          --> old.sql:8:3   INDEX (n),
                            ^^^^^^^^^
        help: There: SET hb.index = 'n';

        note[task-property]: a watermark is a matter of the tasks that use the table
          --> old.sql:9:3   WATERMARK wk FOR ts AS withOffset(ts, 1000)
                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        help: There: SET hb.`watermark` = WATERMARK wk FOR ts AS withOffset(ts, 1000);

        warning[invalid-import]: a table has one PRIMARY KEY; Blink takes the last
          --> old.sql:6:3
         6 |   PRIMARY KEY (n),
           |   ^^^^^^^^^^^^^^^
         7 |   PRIMARY KEY (rowkey),
           |   -------------------- this one is kept
        --- exit code 0
    "#]]);
    expect![[r#"
        CREATE TABLE hb (
          rowkey STRING,
          n DECIMAL(38, 18),
          ts TIMESTAMP(3),
          PRIMARY KEY (rowkey) NOT ENFORCED
        )
        WITH (
          'type' = 'cloudhbase',
          'zkQuorum' = 'zk:2181',
          'tableName' = 't',
          'bufferSize' = '500'
        );
    "#]]
    .assert_eq(&place.read("projects/trade/tables/hb.sql"));
    expect![[r#"
        CREATE TABLE k (
          m BYTES
        )
        WITH (
          'type' = 'kafka010',
          'topic' = 't',
          'bootstrap.servers' = 'k:1',
          'sasl.mechanism' = 'PLAIN'
        );
    "#]]
    .assert_eq(&place.read("projects/trade/tables/k.sql"));
}

#[test]
fn slips_of_the_documentation_are_found_with_their_fix() {
    let script = "CREATE TABLE a (x INT) WITH (\n  'connector' = 'kafka',\n  'properties.group.id' = 'my_excellent_group'\n  'topic' = 't'\n);\nCREATE TABLE b (x INT) WITH (\n  type = 'cloudhbase',\n  bufferSize=500;\n  tableName = 't'\n);\n";
    let place = place("slips.sql", script);
    place.run(&["import", "slips.sql"]).check(expect![[r#"
        --- standard error
        error[missing-comma]: a comma is missing before the string 'topic'
          --> slips.sql:3:47   'properties.group.id' = 'my_excellent_group'
                                                                           ^
        help: Insert a comma
         3 + 'properties.group.id' = 'my_excellent_group',

        error[stray-semicolon]: a ';' ends the statement, so it cannot stand in a list
          --> slips.sql:8:17   bufferSize=500;
                                             ^
        help: Write a comma
         8 + bufferSize=500,
        nothing was written
        --- exit code 1
    "#]]);
    assert!(!place.path().join("projects/trade/tables/a.sql").exists());
}

#[test]
fn lists_of_fields_become_tables() {
    let new = "id||BIGINT||who it is||true||false\nname||STRING||||false||false\ntopic||STRING||where from||false||true\n";
    let place = place("fields.txt", new);
    place.run(&["import", "fields.txt", "--name", "people", "--datasource", "kafka_main"]).check(expect![[r#"
        wrote projects/trade/tables/people.sql
        --- standard error
        --- exit code 0
    "#]]);
    expect![[r#"
        CREATE TABLE people (
          id BIGINT COMMENT 'who it is',
          name STRING,
          topic STRING METADATA VIRTUAL COMMENT 'where from',
          PRIMARY KEY (id) NOT ENFORCED
        ) WITH (
          'datasource' = 'kafka_main'
        );
    "#]]
    .assert_eq(&place.read("projects/trade/tables/people.sql"));
    std::fs::write(place.path().join("old.txt"), "ID,INT,desc,true,false,\nNAME,DECIMAL(10,2),with, comma,false,false,\n")
        .expect("it can be written");
    place.run(&["import", "old.txt", "--name", "older"]).check(expect![[r#"
        wrote projects/trade/tables/older.sql
        --- standard error
        note[task-property]: table 'older' has no connector yet
          --> old.txt:1:1   ID,INT,desc,true,false,
                            ^
        help: Add WITH ('connector' = ..), or name a data source: --datasource NAME.
        --- exit code 0
    "#]]);
    std::fs::write(place.path().join("wrong.txt"), "id||BIGNT||x||true||true\nname||STRING||x||flase||false\nshort||INT\n")
        .expect("it can be written");
    place.run(&["import", "wrong.txt", "--name", "1st"]).check(expect![[r#"
        --- standard error
        error[invalid-import]: 'BIGNT' is not a type
          --> wrong.txt:1:5   id||BIGNT||x||true||true
                                  ^^^^^
        help: did you mean BIGINT?

        error[metadata-key]: 'id' is metadata, which cannot be a key
          --> wrong.txt:1:1   id||BIGNT||x||true||true
                              ^^^^^^^^^^^^^^^^^^^^^^^^

        error[invalid-import]: 'flase' is neither true nor false
          --> wrong.txt:2:18   name||STRING||x||flase||false
                                                ^^^^^
        help: did you mean 'false'?

        error[invalid-import]: this line has 2 parts
          --> wrong.txt:3:1   short||INT
                              ^^^^^^^^^^
        help: A field is: name||TYPE||comment||isPrimaryKey||isMetadata

        note[task-property]: table '1st' has no connector yet
          --> wrong.txt:1:1   id||BIGNT||x||true||true
                              ^
        help: Add WITH ('connector' = ..), or name a data source: --datasource NAME.

        error[invalid-name]: a table cannot be called '1st'
          --> wrong.txt:1:1   id||BIGNT||x||true||true
                              ^
        help: The name of a table does not begin with a digit.
        nothing was written
        --- exit code 1
    "#]]);
    place.run(&["import", "fields.txt"]).check(expect![[r#"
        --- standard error
        error[invalid-import]: a list of fields does not say what the table is called
          --> fields.txt:1:1   id||BIGINT||who it is||true||false
                               ^
        help: Name it: --name NAME.
        nothing was written
        --- exit code 1
    "#]]);
}

#[test]
fn lines_of_names_become_a_mirror_table() {
    let place = place("map.txt", "id,id,oid\nprice,price,price\n");
    let arguments = ["import", "map.txt", "--name", "orders_all", "--stream", "topic", "--batch", "files"];
    place.run(&arguments).check(expect![[r#"
        wrote projects/trade/mirrors/orders_all.sql
        --- standard error
        --- exit code 0
    "#]]);
    expect![[r#"
        CREATE TABLE orders_all (
          id BIGINT,
          price DECIMAL(10, 2)
        ) WITH (
          'stream' = 'topic',
          'batch' = 'files',
          'batch.fields.id' = 'oid'
        );
    "#]]
    .assert_eq(&place.read("projects/trade/mirrors/orders_all.sql"));
    assert_eq!(place.run(&["check", "."]).code, Some(0));
    std::fs::write(place.path().join("typed.txt"), "id||BIGINT||the order\nid,id,oid\n").expect("it can be written");
    let arguments = ["import", "typed.txt", "--name", "ids", "--stream", "topic", "--batch", "files"];
    assert_eq!(place.run(&arguments).code, Some(0));
    expect![[r#"
        CREATE TABLE ids (
          id BIGINT COMMENT 'the order'
        ) WITH (
          'stream' = 'topic',
          'batch' = 'files',
          'batch.fields.id' = 'oid'
        );
    "#]]
    .assert_eq(&place.read("projects/trade/mirrors/ids.sql"));
    place.run(&["import", "map.txt", "--name", "x"]).check(expect![[r#"
        --- standard error
        error[invalid-import]: lines of three names map the fields of a mirror table
          --> map.txt:1:1   id,id,oid
                            ^
        help: Name the tables behind it: --stream TABLE --batch TABLE.
        nothing was written
        --- exit code 1
    "#]]);
}
