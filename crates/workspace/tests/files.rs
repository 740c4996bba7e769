//! The files of a workspace: what they may hold and what is said about the rest.

use crate::support::Files;
use tamias_workspace::find_root;

#[test]
fn mistakes_in_settings_have_places() {
    let files = Files::new(&[
        ("tamias.yaml", "engine: spark-3\nenviroment: dev\nenvironment: prod\n"),
        ("env/dev.yaml", "writes: maybe\ndatasources:\n  kafka_mian:\n    a: b\n"),
        ("datasources/kafka_main.yaml", "connector: [a]\n"),
        ("datasources/broken.yaml", "options: [1\nx: 2"),
        ("projects/trade/project.yaml", "modes: [strem]\ntasks:\n  nothing:\n    modes: batch\n"),
    ]);
    let said = files.check(Some("dev"));
    let expected = [
        "tamias.yaml:1:9 error[invalid-workspace-file] 'spark-3' is not an engine",
        "tamias.yaml:2:1 error[unknown-setting] 'enviroment' is not a setting of a workspace",
        "tamias.yaml:3:14 error[unknown-environment] there is no environment 'prod'",
        "env/dev.yaml:1:9 error[invalid-workspace-file] 'maybe' is none of deny, allow",
        "env/dev.yaml:4:5 error[unknown-data-source] environment 'dev' changes data source 'kafka_mian', which is not there",
        "datasources/kafka_main.yaml:1:12 error[invalid-workspace-file] 'connector' must be a text",
        "projects/trade/project.yaml:1:9 error[invalid-workspace-file] 'strem' is none of stream, batch",
        "projects/trade/project.yaml:3:3 error[invalid-workspace-file] project 'trade' has no task 'nothing'",
    ];
    for line in expected {
        assert!(said.contains(&line.to_owned()), "{line}\n{said:#?}");
    }
    assert!(said.iter().any(|line| line.starts_with("datasources/broken.yaml:2:") && line.contains("this is not YAML")), "{said:#?}");
    assert_eq!(said.len(), expected.len() + 1, "{said:#?}");
}

#[test]
fn a_file_holds_the_object_it_is_named_after() {
    let files = Files::new(&[
        ("projects/trade/tables/a.sql", "CREATE TABLE b (x INT) WITH ('connector' = 'datagen');"),
        ("projects/trade/tables/c.sql", "SELECT 1;"),
        ("projects/trade/tables/d.sql", "-- nothing\n"),
        ("projects/trade/tables/e.sql", "CREATE TABLE e (x INT) WITH ('connector' = 'datagen'); SELECT 1;"),
        ("projects/trade/tables/f.sql", "CREATE TABLE f (x INT) WITH ('datasource' = 'kafka');"),
    ]);
    assert_eq!(
        files.check(Some("local")),
        [
            "projects/trade/tables/a.sql:1:14 error[invalid-workspace-file] 'b' is defined in a file called 'a'",
            "projects/trade/tables/c.sql:1:1 error[invalid-workspace-file] 'projects/trade/tables/c.sql' must hold a CREATE TABLE",
            "projects/trade/tables/d.sql:1:1 error[invalid-workspace-file] 'projects/trade/tables/d.sql' holds no statement",
            "projects/trade/tables/e.sql:1:56 error[invalid-workspace-file] 'projects/trade/tables/e.sql' holds more than one statement",
            "projects/trade/tables/f.sql:1:45 error[unknown-data-source] there is no data source 'kafka'",
        ]
    );
}

#[test]
fn projects_have_names_that_paths_can_begin_with() {
    let files = Files::new(&[
        ("projects/table/tasks/job.sql", "SELECT 1;"),
        ("projects/LD_x/tasks/Job.sql", "SELECT 1;"),
        ("projects/a-b/project.yaml", ""),
    ]);
    assert_eq!(
        files.check(Some("local")),
        [
            "projects/LD_x:1:1 error[invalid-project] a project cannot be called 'LD_x'",
            "projects/LD_x/tasks/Job.sql:1:1 error[invalid-name] a task cannot be called 'Job'",
            "projects/a-b:1:1 error[invalid-project] a project cannot be called 'a-b'",
            "projects/table:1:1 error[invalid-project] a project cannot be called 'table'",
        ]
    );
}

#[test]
fn the_root_is_found_from_inside() {
    let files = Files::new(&[("projects/trade/tasks/job.sql", "SELECT 1;")]);
    assert_eq!(find_root(&files.root().join("projects/trade/tasks/job.sql")).as_deref(), Some(files.root()));
    assert_eq!(find_root(std::path::Path::new("/")), None);
}

#[test]
fn options_of_a_data_source_are_weaker_than_those_of_the_table() {
    let files = Files::new(&[
        ("env/dev.yaml", "datasources:\n  main:\n    properties.bootstrap.servers: ${host}:1\nvariables: {host: dev}\n"),
        (
            "datasources/main.yaml",
            "connector: kafka\noptions:\n  properties.bootstrap.servers: prod:1\n  format: json\n  properties.sasl.jaas.config: ${secret:JAAS}\n",
        ),
        (
            "projects/trade/tables/k.sql",
            "CREATE TABLE k (a STRING) WITH ('datasource' = 'main', 'topic' = 't', 'format' = 'csv', 'properties.group.id' = 'g');",
        ),
        ("projects/trade/tasks/job.sql", "SELECT a FROM k;"),
    ]);
    assert_eq!(files.check(None), Vec::<String>::new());
    for (environment, servers) in [("dev", "dev:1"), ("local", "prod:1")] {
        let scans = files.scans(environment, None, "trade", "job");
        assert_eq!(scans[0].option("properties.bootstrap.servers"), (servers.to_owned(), "data source"));
        assert_eq!(scans[0].option("format"), ("csv".to_owned(), "table"));
        assert_eq!(scans[0].option("properties.sasl.jaas.config"), ("${secret:JAAS}".to_owned(), "data source"));
    }
}
