//! A workspace of any size with mistakes at known places: the same files for the same size and seed.

use super::tasks::{self, Task};
use super::text::{Draft, Random};
use std::collections::BTreeMap;

/// How much is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) tables: usize,
    pub(crate) tasks: usize,
    pub(crate) seed: u64,
}

/// The files of a workspace, and what a check has to say about them.
#[derive(Debug, Default)]
pub(crate) struct Generated {
    /// By path from the root.
    pub(crate) files: BTreeMap<String, String>,
    /// Sorted.
    pub(crate) faults: Vec<Planted>,
}

/// A mistake and the place at which it must be reported.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Planted {
    pub(crate) path: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) id: String,
    /// The environments that it is limited to, as the message names them.
    pub(crate) environments: String,
}

/// A project and its tables by what they are for.
#[derive(Debug, Default)]
pub(crate) struct ProjectPlan {
    pub(crate) name: String,
    pub(crate) is_blink: bool,
    /// Streams of events.
    pub(crate) facts: Vec<String>,
    /// What events refer to by an id.
    pub(crate) dimensions: Vec<String>,
    /// The same events in files, and both under one name.
    pub(crate) histories: Vec<String>,
    pub(crate) mirrors: Vec<String>,
    pub(crate) enriched: Vec<String>,
    pub(crate) totals: Vec<String>,
    pub(crate) ranked: Vec<String>,
    pub(crate) profiles: Vec<String>,
}

/// The table that half of all tasks use.
pub(crate) const SHARED: &str = "projects/core/tables/customers.sql";

const PROJECTS: [&str; 20] = [
    "trade",
    "logistics",
    "billing",
    "marketing",
    "support",
    "risk",
    "payments",
    "catalogue",
    "stores",
    "loyalty",
    "pricing",
    "returns",
    "search",
    "ads",
    "content",
    "finance",
    "suppliers",
    "warehouse",
    "delivery",
    "accounts",
];
const EVENTS: [&str; 12] =
    ["orders", "clicks", "shipments", "refunds", "carts", "sessions", "bids", "ratings", "invoices", "alerts", "transfers", "searches"];
const THINGS: [&str; 8] = ["products", "shops", "regions", "couriers", "campaigns", "contracts", "devices", "agents"];
const EXTRA: [&str; 12] = [
    "channel STRING",
    "device STRING",
    "currency STRING",
    "discount DECIMAL(10, 2)",
    "tax DECIMAL(10, 2)",
    "attempt INT",
    "score DOUBLE",
    "is_test BOOLEAN",
    "tags ARRAY<STRING>",
    "attributes MAP<STRING, STRING>",
    "created DATE",
    "remark STRING",
];
/// Ten tables of a project by their use; the pattern repeats.
const ROLES: [Role; 10] = [
    Role::Fact,
    Role::Dimension,
    Role::History,
    Role::Enriched,
    Role::Totals,
    Role::Fact,
    Role::Mirror,
    Role::Ranked,
    Role::Profile,
    Role::Dimension,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Fact,
    Dimension,
    History,
    Mirror,
    Enriched,
    Totals,
    Ranked,
    Profile,
}

/// Makes the workspace.
pub(crate) fn generate(size: Size) -> Generated {
    let mut random = Random::new(size.seed);
    let mut made = Generated::default();
    made.settings();
    let count = (size.tables / 50).clamp(2, PROJECTS.len());
    let mut projects = Vec::new();
    for (number, name) in PROJECTS.into_iter().enumerate().take(count) {
        let share = size.tables.saturating_sub(1) / count + usize::from(number < size.tables.saturating_sub(1) % count);
        projects.push(made.project(name, number % 10 == 9, share, &mut random));
    }
    for number in 0..size.tasks {
        let project = &projects[number % projects.len()];
        let other = &projects[(number + 1 + random.below(projects.len() - 1)) % projects.len()];
        let fault = (number % 5 == 3).then_some(number / 5);
        let task = Task { number, project, other, uses_shared: number % 4 != 1 };
        let path = format!("projects/{}/tasks/{}.sql", project.name, task.name());
        let (text, fault) = tasks::write(&task, fault, &mut random);
        made.faults.extend(fault.map(|fault| fault.at(&path)));
        made.files.insert(path, text);
    }
    made.faults.sort();
    made
}

impl Generated {
    fn add(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.files.insert(path.into(), text.into());
    }

    fn settings(&mut self) {
        self.add(
            "tamias.yaml",
            "engine: flink-2.3\nenvironment: local\nvariables:\n  currency: EUR\n  region: EMEA\n  start: '2025-01-01 00:00:00'\n",
        );
        self.add("env/local.yaml", "bind:\n  core.customers: data/customers.csv\nvariables:\n  sample: '10'\n");
        self.add(
            "env/dev.yaml",
            "datasources:\n  kafka_main:\n    properties.bootstrap.servers: kafka.dev.example:9092\nvariables:\n  sample: '100'\n",
        );
        self.add("env/prod.yaml", "secrets: [MYSQL_PASSWORD]\nvariables:\n  currency: USD\nwrites: allow\n");
        self.add(
            "datasources/kafka_main.yaml",
            "connector: kafka\noptions:\n  properties.bootstrap.servers: kafka.example:9092\n  format: json\n",
        );
        self.add(
            "datasources/mysql_main.yaml",
            "connector: jdbc\noptions:\n  url: jdbc:mysql://mysql.example:3306/shop\n  username: shop\n  password: ${secret:MYSQL_PASSWORD}\n",
        );
        self.add("datasources/hbase_main.yaml", "connector: hbase-2.2\noptions:\n  zookeeper.quorum: zk.example:2181\n");
        self.add("projects/core/project.yaml", "owner: platform\n");
        self.add(SHARED, dimension("customers", &mut Random::new(7)));
    }

    fn project(&mut self, name: &str, is_blink: bool, tables: usize, random: &mut Random) -> ProjectPlan {
        let mut plan = ProjectPlan { name: name.to_owned(), is_blink, ..ProjectPlan::default() };
        let engine = if is_blink { "engine: blink-3.7\n" } else { "" };
        self.add(format!("projects/{name}/project.yaml"), format!("owner: {name} team\n{engine}"));
        for number in 0..tables {
            self.table(&mut plan, ROLES[number % ROLES.len()], number, random);
        }
        self.add(
            format!("projects/{name}/functions/mask.sql"),
            "CREATE FUNCTION mask AS 'sql' WITH (\n  'parameters' = 'text STRING',\n  'returns' = 'STRING',\n  'body' = 'SUBSTRING(text, 1, 2) || ''***'''\n);\n",
        );
        self.add(
            format!("projects/{name}/functions/grade.sql"),
            "CREATE FUNCTION grade AS 'com.example.Grade' LANGUAGE JAVA WITH (\n  'parameters' = 'amount DECIMAL(10, 2), status STRING',\n  'returns' = 'DOUBLE'\n);\n",
        );
        plan
    }

    fn table(&mut self, plan: &mut ProjectPlan, role: Role, number: usize, random: &mut Random) {
        let word = |list: &[&str]| list[number / 2 % list.len()].to_owned();
        let (name, text) = match role {
            Role::Fact => {
                let name = format!("{}_{number}", word(&EVENTS));
                (name.clone(), fact(&name, random))
            }
            Role::Dimension => {
                let name = format!("{}_{number}", word(&THINGS));
                (name.clone(), dimension(&name, random))
            }
            Role::History => {
                let name = format!("{}_history", plan.facts[plan.facts.len() - 1]);
                (name.clone(), history(&name))
            }
            Role::Mirror => {
                let (fact, history) = (&plan.facts[plan.facts.len() - 2], &plan.histories[plan.histories.len() - 1]);
                (format!("{fact}_all"), mirror(fact, history))
            }
            Role::Enriched => (format!("enriched_{number}"), enriched(number)),
            Role::Totals => (format!("totals_{number}"), totals(number)),
            Role::Ranked => (format!("ranked_{number}"), ranked(number)),
            Role::Profile => (format!("profiles_{number}"), profile(number)),
        };
        let folder = if role == Role::Mirror { "mirrors" } else { "tables" };
        self.add(format!("projects/{}/{folder}/{name}.sql", plan.name), text);
        let list = match role {
            Role::Fact => &mut plan.facts,
            Role::Dimension => &mut plan.dimensions,
            Role::History => &mut plan.histories,
            Role::Mirror => &mut plan.mirrors,
            Role::Enriched => &mut plan.enriched,
            Role::Totals => &mut plan.totals,
            Role::Ranked => &mut plan.ranked,
            Role::Profile => &mut plan.profiles,
        };
        list.push(name);
    }
}

const EVENT_COLUMNS: &str = "  event_id BIGINT,\n  customer_id BIGINT,\n  item_id BIGINT,\n  amount DECIMAL(10, 2),\n  quantity INT,\n  status STRING,\n  region STRING,\n  event_time TIMESTAMP(3)";

fn fact(name: &str, random: &mut Random) -> String {
    let mut draft = Draft::default();
    draft.line(&format!("-- The events of '{name}', as they come."));
    draft.line(&format!("CREATE TABLE {name} ("));
    draft.line(&format!("{EVENT_COLUMNS},"));
    draft.line(&extra_columns(random));
    draft.line(&format!(
        ") WITH (\n  'datasource' = 'kafka_main',\n  'topic' = '{name}',\n  'properties.group.id' = '{name}',\n  'scan.startup.mode' = 'earliest-offset'\n);"
    ));
    draft.text
}

fn extra_columns(random: &mut Random) -> String {
    let start = random.below(EXTRA.len());
    let columns: Vec<String> = (0..3 + random.below(6)).map(|n| format!("  {}", EXTRA[(start + n) % EXTRA.len()])).collect();
    columns.join(",\n")
}

fn dimension(name: &str, random: &mut Random) -> String {
    format!(
        "CREATE TABLE {name} (\n  id BIGINT,\n  name STRING,\n  city STRING,\n  segment STRING,\n  level INT,\n{},\n  PRIMARY KEY (id) NOT ENFORCED\n) WITH (\n  'datasource' = 'mysql_main',\n  'table-name' = '{name}'\n);\n",
        extra_columns(random)
    )
}

fn history(name: &str) -> String {
    let columns = EVENT_COLUMNS.replace("event_id", "id").replace("amount", "total");
    format!(
        "CREATE TABLE {name} (\n{columns}\n) WITH (\n  'connector' = 'filesystem',\n  'path' = 'data/{name}',\n  'format' = 'csv'\n);\n"
    )
}

fn mirror(fact: &str, history: &str) -> String {
    format!(
        "CREATE TABLE {fact}_all (\n{EVENT_COLUMNS}\n) WITH (\n  'stream' = '{fact}',\n  'batch' = '{history}',\n  'batch.fields.event_id' = 'id',\n  'batch.fields.amount' = 'total'\n);\n"
    )
}

fn enriched(number: usize) -> String {
    format!(
        "CREATE TABLE enriched_{number} (\n  event_id BIGINT,\n  customer STRING,\n  city STRING,\n  item STRING,\n  amount DECIMAL(10, 2),\n  label STRING,\n  event_time TIMESTAMP(3)\n) WITH (\n  'datasource' = 'kafka_main',\n  'topic' = 'enriched-{number}',\n  'properties.group.id' = 'enriched'\n);\n"
    )
}

fn totals(number: usize) -> String {
    format!(
        "CREATE TABLE totals_{number} (\n  region STRING,\n  window_start TIMESTAMP(3),\n  events BIGINT,\n  revenue DECIMAL(38, 2),\n  PRIMARY KEY (region, window_start) NOT ENFORCED\n) WITH (\n  'datasource' = 'mysql_main',\n  'table-name' = 'totals_{number}'\n);\n"
    )
}

fn ranked(number: usize) -> String {
    format!(
        "CREATE TABLE ranked_{number} (\n  segment STRING,\n  customer_id BIGINT,\n  revenue DECIMAL(38, 2),\n  place BIGINT,\n  PRIMARY KEY (segment, place) NOT ENFORCED\n) WITH (\n  'datasource' = 'mysql_main',\n  'table-name' = 'ranked_{number}'\n);\n"
    )
}

fn profile(number: usize) -> String {
    format!(
        "CREATE TABLE profiles_{number} (\n  rowkey BIGINT,\n  person ROW<name STRING, city STRING>,\n  activity ROW<events BIGINT, revenue DECIMAL(38, 2), last_event TIMESTAMP(3)>,\n  PRIMARY KEY (rowkey) NOT ENFORCED\n) WITH (\n  'datasource' = 'hbase_main',\n  'table-name' = 'profiles_{number}'\n);\n"
    )
}
