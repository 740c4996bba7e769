//! In random workspaces with layers: when the text of the winner is deleted, the value that the listing shows first among the hidden ones
//! wins, the others stay behind it in their order, and nothing else changes.

use super::{Entry, Listing, references_of};
use diag::has_errors;
use options::{Configuration, Layer, OptionValue, Origin};
use session::{Session, SessionParts};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use table::connector::Output;
use table::function::Clock;

/// How many workspaces are made.
const WORKSPACES: usize = 500;

/// The layers of options from weak to strong, and those that properties of the schema have.
const OF_OPTIONS: &[Layer] = &[Layer::DataSource, Layer::Definition, Layer::Set, Layer::SetForMode, Layer::Hint, Layer::CommandLine];
const OF_KEYS: &[Layer] = &[Layer::Definition, Layer::Set, Layer::SetForMode, Layer::Hint];
const OF_INDEXES: &[Layer] = &[Layer::Set, Layer::SetForMode, Layer::Hint];
const OF_WATERMARKS: &[Layer] = &[Layer::Definition, Layer::Set, Layer::SetForMode];
const OF_COLUMNS: &[Layer] = &[Layer::Set, Layer::SetForMode];

/// What is layered: the table, how listings call it, and the layers that can give it.
const PROPERTIES: &[(&str, &str, &[Layer])] = &[
    ("events", "properties.one", OF_OPTIONS),
    ("events", "properties.two", OF_OPTIONS),
    ("events", "properties.three", OF_OPTIONS),
    ("events", "WATERMARK ts", OF_WATERMARKS),
    ("events", "COLUMN made", OF_COLUMNS),
    ("events", "HEADER topic", OF_COLUMNS),
    ("dims", "lookup.max-retries", OF_OPTIONS),
    ("dims", "scan.fetch-size", OF_OPTIONS),
    ("dims", "PRIMARY KEY", OF_KEYS),
    ("dims", "UNIQUE INDEX", OF_INDEXES),
    ("dims", "INDEX", OF_INDEXES),
];

/// One value that some text of the workspace gives.
#[derive(Clone, Debug)]
struct Given {
    property: usize,
    layer: Layer,
    value: String,
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

/// The entries of a listing by table and name: the winner, then what it hides.
type Listed = BTreeMap<(String, String), Vec<(String, Layer)>>;

#[derive(Debug)]
struct Fixed;

impl Clock for Fixed {
    fn now_millis(&self) -> i64 {
        1_700_000_000_000
    }
}

#[derive(Debug)]
struct Silent;

impl Output for Silent {
    fn print(&self, _text: &str) -> diag::Result<()> {
        Ok(())
    }

    fn print_error(&self, _text: &str) -> diag::Result<()> {
        Ok(())
    }
}

#[test]
fn deleting_the_winner_makes_the_first_hidden_value_the_winner() {
    const THREADS: usize = 2;
    let with_hidden: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|n| scope.spawn(move || check_workspaces(Dice(n as u64), WORKSPACES / THREADS))).collect();
        threads.into_iter().map(|thread| thread.join().expect("the property holds")).sum()
    });
    assert!(with_hidden > WORKSPACES / 2, "only {with_hidden} winners hid something");
}

/// Checks some workspaces and returns in how many of them the winner hid another value.
fn check_workspaces(mut dice: Dice, count: usize) -> usize {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let mut with_hidden = 0;
    for _ in 0..count {
        let legacy = dice.below(4) == 0;
        let all = givens(&mut dice);
        let before = listed(directory.path(), &all, legacy);
        let ours: Vec<usize> = (0..PROPERTIES.len()).filter(|at| all.iter().any(|given| given.property == *at)).collect();
        let (table, name, _) = PROPERTIES[ours[dice.below(ours.len())]];
        let key = (table.to_owned(), name.to_owned());
        let [winner, hidden @ ..] = before[&key].as_slice() else { panic!("{name} is not listed") };
        let is_winner = |given: &Given| PROPERTIES[given.property].1 == name && given.layer == winner.1 && given.value == winner.0;
        let rest: Vec<Given> = all.iter().filter(|given| !is_winner(given)).cloned().collect();
        assert_eq!(rest.len() + 1, all.len(), "{name} = {winner:?} is given by nothing of {all:?}");
        let mut expected = before.clone();
        match hidden {
            [] => expected.remove(&key),
            hidden => expected.insert(key, hidden.to_vec()),
        };
        with_hidden += usize::from(!hidden.is_empty());
        assert_eq!(listed(directory.path(), &rest, legacy), expected, "without {winner:?} of {name} in {all:?}");
    }
    with_hidden
}

/// Each property from some of its layers; at least one value in all.
fn givens(dice: &mut Dice) -> Vec<Given> {
    let mut all = Vec::new();
    while all.is_empty() {
        for (property, (_, name, layers)) in PROPERTIES.iter().enumerate() {
            for layer in *layers {
                let number = dice.below(900) + 1;
                if dice.below(2) == 0 {
                    continue;
                }
                let value = match *name {
                    "WATERMARK ts" => format!("ts - INTERVAL '{}' SECOND", number % 90 + 1),
                    "COLUMN made" => format!("a + {number}"),
                    "HEADER topic" => number.is_multiple_of(2).to_string(),
                    "PRIMARY KEY" | "UNIQUE INDEX" | "INDEX" => ["a", "b", "a, b", "b, a"][number % 4].to_owned(),
                    _ => number.to_string(),
                };
                all.push(Given { property, layer: *layer, value });
            }
        }
    }
    all
}

/// What `tamias options` lists for the workspace.
fn listed(root: &Path, all: &[Given], legacy: bool) -> Listed {
    write(root, all, legacy);
    let mut session = Session::new(SessionParts {
        configuration: Configuration::new(),
        functions: Arc::new(functions::Builtins),
        connectors: Arc::new(connectors::Connectors),
        directory: root.to_owned(),
        clock: Arc::new(Fixed),
        output: Arc::new(Silent),
    });
    session.configuration.set("execution.runtime-mode", OptionValue::new("STREAMING", Origin::nowhere(Layer::CommandLine)));
    for given in all.iter().filter(|given| given.layer == Layer::CommandLine) {
        let (table, name, _) = PROPERTIES[given.property];
        let value = OptionValue::new(given.value.clone(), Origin::nowhere(Layer::CommandLine));
        session.set_table_option(&format!("{table}.{name}"), value);
    }
    let task = session.open_task(&root.join("projects/shop/tasks/job.sql"), None, &[]).expect("it opens").expect("it is a task");
    session.start_checking();
    let (references, found) = references_of(&mut session, &task.statements, None);
    let errors: Vec<_> = task.diagnostics.iter().chain(&found).filter(|diagnostic| diagnostic.is_error()).collect();
    assert!(!has_errors(&task.diagnostics) && errors.is_empty(), "{errors:?} in {all:?}");
    let mut listed = Listed::new();
    for reference in &references {
        let listing = Listing::of(reference, &session);
        let is_ours = |entry: &&Entry| PROPERTIES.iter().any(|(table, name, _)| *table == listing.table && *name == entry.key);
        for entry in listing.entries.iter().filter(is_ours) {
            let values = std::iter::once(&entry.winner).chain(&entry.shadowed).map(|given| (given.value.clone(), given.layer));
            listed.insert((listing.table.clone(), entry.key.clone()), values.collect());
        }
    }
    listed
}

/// Writes the workspace: two mirror tables, so that SET can reach one mode, over a Kafka table and a JDBC table.
fn write(root: &Path, all: &[Given], legacy: bool) {
    let of = |table: &'static str, layer: Layer| all.iter().filter(move |g| g.layer == layer && PROPERTIES[g.property].0 == table);
    let named = |given: &Given| PROPERTIES[given.property].1;
    let is_option = |given: &&Given| named(given).contains('.');
    let yaml = |table| of(table, Layer::DataSource).map(|given| format!("  {}: '{}'\n", named(given), given.value)).collect::<String>();
    let with = |table| {
        let options = of(table, Layer::Definition).filter(is_option);
        options.map(|given| format!(", '{}' = '{}'", named(given), given.value)).collect::<String>()
    };
    let watermark = of("events", Layer::Definition).find(|given| named(given) == "WATERMARK ts");
    let watermark = watermark.map(|given| format!(", WATERMARK FOR ts AS {}", given.value)).unwrap_or_default();
    let key = of("dims", Layer::Definition).find(|given| named(given) == "PRIMARY KEY");
    let key = key.map(|given| format!(", PRIMARY KEY ({}) NOT ENFORCED", given.value)).unwrap_or_default();
    let files = [
        ("tamias.yaml", "engine: blink-3.5\n".to_owned()),
        ("projects/shop/project.yaml", "environments: basic\n".to_owned()),
        (
            "datasources/bus.yaml",
            format!("connector: kafka\noptions:\n  properties.bootstrap.servers: h:1\n  format: json\n{}", yaml("events")),
        ),
        ("datasources/base.yaml", format!("connector: jdbc\noptions:\n  url: jdbc:x://h/d\n{}", yaml("dims"))),
        (
            "projects/shop/tables/messages.sql",
            format!(
                "CREATE TABLE messages (a INT, topic STRING, ts TIMESTAMP(3)) WITH ('datasource' = 'bus', 'topic' = 't'{});",
                with("events")
            ),
        ),
        (
            "projects/shop/tables/people.sql",
            format!("CREATE TABLE people (a INT, b INT) WITH ('datasource' = 'base', 'table-name' = 't'{});", with("dims")),
        ),
        (
            "projects/shop/mirrors/events.sql",
            format!(
                "CREATE TABLE events (a INT, topic STRING, ts TIMESTAMP(3){watermark}) WITH ('stream' = 'messages', 'batch' = 'messages');"
            ),
        ),
        (
            "projects/shop/mirrors/dims.sql",
            format!("CREATE TABLE dims (a INT, b INT{key}) WITH ('stream' = 'people', 'batch' = 'people');"),
        ),
        ("projects/shop/tasks/job.sql", task(all, legacy)),
    ];
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
}

/// SET statements before and after the query, which has the hints.
fn task(all: &[Given], legacy: bool) -> String {
    let (mut before, mut after, mut options, mut keys, mut with) =
        (String::new(), String::new(), [const { Vec::new() }; 2], Vec::new(), Vec::new());
    for (n, given) in all.iter().enumerate() {
        let (table, name, _) = PROPERTIES[given.property];
        let side = usize::from(table == "dims");
        match given.layer {
            Layer::Set | Layer::SetForMode => {
                let mode = if given.layer == Layer::SetForMode { "`stream`." } else { "" };
                let setting = format!("SET {table}.{mode}{};\n", setting(name, &given.value));
                if n.is_multiple_of(2) { before.push_str(&setting) } else { after.push_str(&setting) }
            }
            Layer::Hint if name.contains('.') && legacy && side == 1 => with.push(format!("`{name}` = '{}'", given.value)),
            Layer::Hint if name.contains('.') => options[side].push(format!("'{name}' = '{}'", given.value)),
            Layer::Hint if legacy => with.push(format!("{} = '{}'", word(name), given.value)),
            Layer::Hint => keys.push(format!("{}({})", word(name), given.value)),
            _ => {}
        }
    }
    let [events, dims] = options.map(|options| if options.is_empty() { String::new() } else { format!("OPTIONS({})", options.join(", ")) });
    let hints = |hints: Vec<String>| {
        let hints: Vec<String> = hints.into_iter().filter(|hint| !hint.is_empty()).collect();
        if hints.is_empty() { String::new() } else { format!("/*+ {} */", hints.join(", ")) }
    };
    let (events, dims) = (hints(vec![events]), hints(keys.into_iter().chain([dims]).collect()));
    let with = if with.is_empty() { String::new() } else { format!("WITH ({})", with.join(", ")) };
    // Without any key Blink has nothing to look rows up by.
    let lookup = if all.iter().any(|given| matches!(PROPERTIES[given.property].1, "PRIMARY KEY" | "UNIQUE INDEX" | "INDEX")) {
        " FOR SYSTEM_TIME AS OF PROCTIME()"
    } else {
        ""
    };
    format!("{before}SELECT e.a FROM events {events} AS e JOIN dims {dims} {with}{lookup} AS d ON d.a = e.a AND d.b = e.a;\n{after}")
}

fn setting(name: &str, value: &str) -> String {
    match name {
        "WATERMARK ts" => format!("`watermark` = WATERMARK FOR ts AS {value}"),
        "COLUMN made" => format!("computedColumn = made AS {value}"),
        "HEADER topic" => format!("topic.isHeader = {value}"),
        "PRIMARY KEY" | "UNIQUE INDEX" | "INDEX" => format!("{} = '{value}'", word(name)),
        _ => format!("`{name}` = {value}"),
    }
}

/// The word of SET and of hints for a kind of key.
fn word(name: &str) -> String {
    name.to_lowercase().replace(' ', "")
}

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }
}
