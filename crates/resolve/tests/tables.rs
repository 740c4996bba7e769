//! Columns of tables that are not plain data: computed, metadata, time attributes.

use crate::support::Session;
use expect_test::expect;

fn session(streaming: bool) -> Session {
    let mut session = Session::in_mode(streaming);
    session.define(
        "CREATE TABLE meta (id INT, doubled AS id * 2, p STRING METADATA FROM 'file.path' VIRTUAL, `file.size` INT METADATA, bad STRING) WITH ('connector' = 'files', 'path' = 'm');
         CREATE TABLE wrong (id INT, x STRING METADATA FROM 'nosuch') WITH ('connector' = 'files', 'path' = 'm');",
    );
    session
}

#[test]
fn computed_and_metadata_columns_stand_where_they_are_declared() {
    expect![[r#"
        Project #8, #9, #10, #11, #12 -> #13 id INT, #14 doubled INT, #15 p STRING NOT NULL, #16 file.size INT NOT NULL, #17 bad STRING
          Project #4, #4 * 2, #5, #6, #7 -> #8 id INT, #9 doubled INT, #10 p STRING NOT NULL, #11 file.size INT NOT NULL, #12 bad STRING
            Project #0, #1, CAST(#2 AS INT), #3 -> #4 id INT, #5 p STRING NOT NULL, #6 file.size INT NOT NULL, #7 bad STRING
              Scan default_catalog.default_database.meta (files) [id, metadata 'file.path', metadata 'file.size', bad] -> #0 id INT, #1 p STRING NOT NULL, #2 file.size BIGINT NOT NULL, #3 bad STRING
    "#]].assert_eq(&session(false).resolve("SELECT * FROM meta"));
    expect![[r#"
        Project #9 -> #13 doubled INT
          Project #4 * 2 -> #9 doubled INT
            Project #0 -> #4 id INT
              Scan default_catalog.default_database.meta (files) [id] -> #0 id INT
    "#]]
    .assert_eq(&session(false).resolve("SELECT doubled FROM meta"));
}

#[test]
fn unknown_metadata_is_marked_in_the_definition() {
    expect![[r#"
        error[invalid-metadata]: column 'x' of table 'default_catalog.default_database.wrong' reads metadata 'nosuch', which its connector does not have
          --> t.sql:2:38
         2 | …wrong (id INT, x STRING METADATA FROM 'nosuch') WITH ('connector' = 'files', 'path' = 'm');
           |                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          ::: t.sql:1:15
         1 | SELECT * FROM wrong
           |               ----- the table is read here
        note: It offers file.path, file.size.
    "#]].assert_eq(&session(false).resolve("SELECT * FROM wrong"));
}

#[test]
fn watermarks_make_event_time_in_streaming_mode() {
    expect![[r#"
        Project #5, #6, #4 + CAST(1 AS BIGINT) -> #7 ts TIMESTAMP(3) *ROWTIME*, #8 pt TIMESTAMP_LTZ(3) NOT NULL *PROCTIME*, #9 w BIGINT
          Watermark #5 = #5 - INTERVAL(5000 ms) -> #4 v BIGINT, #5 ts TIMESTAMP(3) *ROWTIME*, #6 pt TIMESTAMP_LTZ(3) NOT NULL *PROCTIME*
            Project #1, #2, PROCTIME() -> #4 v BIGINT, #5 ts TIMESTAMP(3), #6 pt TIMESTAMP_LTZ(3) NOT NULL *PROCTIME*
              Scan default_catalog.default_database.clicks (events) [v, ts] -> #1 v BIGINT, #2 ts TIMESTAMP(3)
    "#]]
    .assert_eq(&session(true).resolve("SELECT ts, pt, v + 1 AS w FROM clicks"));
    expect![[r#"
        Project #4 -> #7 v BIGINT
          Watermark #5 = #5 - INTERVAL(5000 ms) -> #4 v BIGINT, #5 ts TIMESTAMP(3) *ROWTIME*
            Project #1, #2 -> #4 v BIGINT, #5 ts TIMESTAMP(3)
              Scan default_catalog.default_database.clicks (events) [v, ts] -> #1 v BIGINT, #2 ts TIMESTAMP(3)
    "#]]
    .assert_eq(&session(true).resolve("SELECT v FROM clicks"));
}
