//! Tables and functions that are defined outside of the script.

use crate::support::{Settings, rendered_with};
use diag::{SourceId, Span};
use expect_test::expect;
use sql::ast::ObjectName;
use sql::statements::StatementKind;
use tamias_translate::{FunctionDefinition, Registry, TableDefinition, Target};

struct Projects;

impl Registry for Projects {
    fn table(&self, name: &ObjectName) -> Option<TableDefinition> {
        if !["clicks", "trade.clicks", "other.clicks"].contains(&name.text().as_str()) {
            return None;
        }
        let text = format!("CREATE TABLE {} (id INT, name STRING) WITH ('connector' = 'datagen')", name.text());
        let script = sql::parse(SourceId(9), &text);
        let StatementKind::CreateTable(create) = &script.statements.first()?.kind else { return None };
        Some(TableDefinition::new(create, Span::none(), None))
    }

    fn function(&self, project: Option<&str>, name: &str) -> Option<FunctionDefinition> {
        let project = project.unwrap_or("trade");
        let is_known = [("trade", "mask"), ("other", "SUBSTRING")].iter().any(|(p, n)| *p == project && n.eq_ignore_ascii_case(name));
        is_known.then(|| FunctionDefinition {
            project: project.into(),
            name: name.into(),
            class: "com.acme.Mask".into(),
            language: None,
            jars: vec!["/jars/mask.jar".into()],
            sql: None,
            span: Span::none(),
        })
    }
}

fn text(script: &str, target: Target) -> (String, String) {
    let settings = Settings { registry: &Projects, ..Settings::default() };
    let outcome = rendered_with("t.sql", script, target, &settings);
    (outcome.rendered.text.clone(), outcome.notes())
}

#[test]
fn functions_of_projects_get_names_of_their_own() {
    let (text, _) = text("SELECT mask(name), other:SUBSTRING(name, 1, 8), SUBSTRING(name, 1) FROM trade.clicks;", Target::Flink2_3);
    expect![[r#"
        SET 'execution.runtime-mode' = 'streaming';

        CREATE TEMPORARY FUNCTION trade__mask AS 'com.acme.Mask' LANGUAGE JAVA USING JAR '/jars/mask.jar';

        CREATE TEMPORARY FUNCTION other__SUBSTRING AS 'com.acme.Mask' LANGUAGE JAVA USING JAR '/jars/mask.jar';

        CREATE TEMPORARY TABLE clicks (
          id INT,
          name STRING
        )
        WITH (
          'connector' = 'datagen'
        );

        -- from t.sql:1
        SELECT trade__mask(name), other__SUBSTRING(name, 1, 8), SUBSTRING(name, 1)
        FROM clicks;
    "#]]
    .assert_eq(&text);
}

#[test]
fn blink_finds_classes_among_the_resources() {
    let (text, _) = text("SELECT mask(name) FROM clicks;", Target::Blink3_6);
    expect![[r#"
        CREATE FUNCTION trade__mask AS 'com.acme.Mask';

        CREATE TABLE clicks (
          id INT,
          name VARCHAR
        )
        WITH (
          type = 'random'
        );

        -- from t.sql:1
        SELECT trade__mask(name)
        FROM clicks;
    "#]]
    .assert_eq(&text);
}

#[test]
fn a_function_that_its_project_has_not_is_an_error() {
    let (_, notes) = text("SELECT trade:SUBSTRING('20200108171740', 1, 8) FROM dual;", Target::Flink2_3);
    expect![[r#"
        t.sql:1:8: error[render-function]: function 'SUBSTRING' is not registered in project 'trade'
        t.sql:1:53: note[render-rewritten]: Flink 2.3 has no table 'dual'
    "#]]
    .assert_eq(&notes);
}

#[test]
fn tables_of_one_name_in_two_projects_keep_apart() {
    let (text, _) = text("SELECT trade.clicks.id, trade.clicks.* FROM trade.clicks; SELECT id FROM other.clicks AS c;", Target::Flink2_3);
    expect![[r#"
        SET 'execution.runtime-mode' = 'streaming';

        CREATE TEMPORARY TABLE trade__clicks (
          id INT,
          name STRING
        )
        WITH (
          'connector' = 'datagen'
        );

        CREATE TEMPORARY TABLE other__clicks (
          id INT,
          name STRING
        )
        WITH (
          'connector' = 'datagen'
        );

        -- from t.sql:1
        SELECT clicks.id, clicks.*
        FROM trade__clicks AS clicks;

        -- from t.sql:1
        SELECT id
        FROM other__clicks AS c;
    "#]]
    .assert_eq(&text);
}

#[test]
fn a_setting_reaches_a_table_of_a_project() {
    let (text, _) = text("SET trade.clicks.`rows-per-second` = 5; SELECT id FROM trade.clicks;", Target::Flink2_3);
    expect![[r#"
        SET 'execution.runtime-mode' = 'streaming';

        CREATE TEMPORARY TABLE clicks (
          id INT,
          name STRING
        )
        WITH (
          'connector' = 'datagen',
          'rows-per-second' = '5'
        );

        -- from t.sql:1
        SELECT id
        FROM clicks;
    "#]]
    .assert_eq(&text);
}
