//! The configuration of a session and its jobs: what `SET`, `-D`, `tamias.yaml` and the environment say.
//!
//! All keys of Flink's SQL client are declared here once. An unknown key is kept and warned about. A value of the wrong form is refused,
//! unless SET gives it to an option of tables.

mod execution;
mod job;
mod optimizer;
mod table;

use crate::diagnostics::UNKNOWN_OPTION;
use crate::resolve::{Name, deprecated_option, find_name, invalid_value};
use crate::{Checks, Layer, LayeredOptions, OptionGroup, OptionSpec, OptionValue, ResolvedOptions, Subject, Value, resolve, secret};
use diag::{Diagnostic, Severity, Span, suggest};
use std::fmt;
use std::ops::Deref;

/// All declared configuration options, section by section.
pub static SECTIONS: &[(&str, &[OptionSpec])] = &[
    ("Tamias", job::TAMIAS),
    ("Jobs", job::JOB),
    ("Checkpoints and state", job::STATE),
    ("Tables", table::TABLE),
    ("Materialized tables", table::MATERIALIZED_TABLE),
    ("Execution of tables", execution::EXECUTION),
    ("Optimizer", optimizer::OPTIMIZER),
    ("SQL client", table::SQL_CLIENT),
    ("Cluster", job::CLUSTER),
];

/// Options that Flink reads when a statement needs them; others it reads at SET, to set its executor up.
const READ_LATE: &str = "table.";

/// The layers of configuration values. Reads like [`ResolvedOptions`].
#[derive(Clone)]
pub struct Configuration {
    layers: LayeredOptions,
    resolved: ResolvedOptions,
}

impl Default for Configuration {
    fn default() -> Self {
        Self::new()
    }
}

impl Configuration {
    /// A configuration in which everything has its default.
    pub fn new() -> Self {
        let layers = LayeredOptions::new();
        let resolved = read(&layers);
        Configuration { layers, resolved }
    }

    /// Gives a value, unless it has the wrong form, and returns what there is to say about it. As in Flink, SET takes any value for
    /// an option of tables: a wrong one is a warning, and [`Configuration::malformed`] finds it where it is needed.
    pub fn set(&mut self, key: &str, value: OptionValue) -> Vec<Diagnostic> {
        let mut said = check(key, &value);
        if is_read_late(key, &value) {
            said = said.into_iter().map(taken_for_now).collect();
        }
        if !diag::has_errors(&said) {
            self.layers.insert(key, value);
            self.resolved = read(&self.layers);
        }
        said
    }

    /// Takes back what `SET` said about a key; tells whether there was anything.
    pub fn reset(&mut self, key: &str) -> bool {
        let changed = self.layers.reset(key, Layer::Set);
        self.resolved = read(&self.layers);
        changed
    }

    /// Takes back all that `SET` said.
    pub fn reset_all(&mut self) {
        self.layers.retain(|_, value| value.origin.layer != Layer::Set);
        self.resolved = read(&self.layers);
    }

    /// The values that are given, as `SET` without a key lists them: in the order of the keys, and without secrets.
    pub fn list(&self) -> Vec<(&str, String)> {
        let given = self.layers.iter();
        given.map(|(key, value)| (key, secret::shown(key, &value.text, find(key)).into_owned())).collect()
    }

    /// What is wrong with the value of an option, if anything is.
    pub fn malformed(&self, key: &str) -> Option<Diagnostic> {
        check(key, self.layers.winner(key)?).into_iter().find(Diagnostic::is_error)
    }

    /// All values with their origins.
    pub fn layers(&self) -> &LayeredOptions {
        &self.layers
    }

    /// Whether unknown option keys are reported.
    pub fn checks(&self) -> Checks {
        match self.get_enum("tamias.check-options") {
            "lenient" => Checks::Lenient,
            _ => Checks::Strict,
        }
    }
}

impl Deref for Configuration {
    type Target = ResolvedOptions;

    fn deref(&self) -> &ResolvedOptions {
        &self.resolved
    }
}

/// Shows no secrets.
impl fmt::Debug for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.list()).finish()
    }
}

/// The declarations as groups, as [`resolve`] takes them.
pub fn groups() -> Vec<OptionGroup> {
    SECTIONS.iter().map(|(_, specs)| OptionGroup::new("the configuration", "", specs).incomplete()).collect()
}

/// The declaration of a configuration key.
pub fn find(key: &str) -> Option<&'static OptionSpec> {
    groups().iter().find_map(|group| group.find(key))
}

/// A malformed value that SET was let to give counts as not given.
fn read(layers: &LayeredOptions) -> ResolvedOptions {
    let mut usable = layers.clone();
    usable.retain(|key, value| !is_read_late(key, value) || !diag::has_errors(&check(key, value)));
    let layers = &usable;
    let subject = Subject { name: "the configuration", span: Span::none() };
    resolve(subject, layers, groups(), Checks::Lenient).0
}

fn check(key: &str, value: &OptionValue) -> Vec<Diagnostic> {
    let groups = groups();
    match find_name(&groups, key) {
        Some(Name::Current { spec, .. }) => check_value(key, value, spec).into_iter().collect(),
        Some(Name::Other(name)) => {
            let renamed = name.deprecated.then(|| deprecated_option(key, &name.current, value, false));
            renamed.into_iter().chain(check_value(name.spec.key, value, name.spec)).collect()
        }
        None => vec![unknown_key(key, value, &groups)],
    }
}

fn is_read_late(key: &str, value: &OptionValue) -> bool {
    value.origin.layer == Layer::Set && key.starts_with(READ_LATE)
}

fn taken_for_now(diagnostic: Diagnostic) -> Diagnostic {
    if !diagnostic.is_error() {
        return diagnostic;
    }
    Diagnostic { severity: Severity::Warning, flink: None, ..diagnostic }
        .with_note("Flink takes it here, and a statement that needs the option fails.")
}

fn check_value(key: &str, value: &OptionValue, spec: &OptionSpec) -> Option<Diagnostic> {
    match spec.map_entry(key) {
        Some(_) => None,
        None => Value::parse(spec, &value.text).err().map(|invalid| invalid_value(key, value, spec, invalid)),
    }
}

fn unknown_key(key: &str, value: &OptionValue, groups: &[OptionGroup]) -> Diagnostic {
    let known: Vec<String> = groups.iter().flat_map(OptionGroup::keys).collect();
    let span = value.origin.span;
    let diagnostic = Diagnostic::warning(UNKNOWN_OPTION, span, format!("'{key}' is not a configuration option"));
    match suggest::nearest(key, known.iter().map(String::as_str)) {
        Some(nearest) => diagnostic.with_fix(format!("did you mean '{nearest}'?"), span, nearest),
        None => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Origin;
    use std::collections::BTreeSet;

    fn value(text: &str, layer: Layer) -> OptionValue {
        OptionValue::new(text, Origin::nowhere(layer))
    }

    fn set(configuration: &mut Configuration, key: &str, text: &str) -> Vec<String> {
        configuration.set(key, value(text, Layer::Set)).into_iter().map(|d| format!("{}: {}", d.id, d.message)).collect()
    }

    #[test]
    fn every_option_that_flink_dumps_is_declared_alike() {
        const CLASSES: &[&str] = &[
            "api.config.ExecutionConfigOptions",
            "api.config.OptimizerConfigOptions",
            "api.config.TableConfigOptions",
            "api.config.MaterializedTableConfigOptions",
            "client.config.SqlClientOptions",
        ];
        let dump = include_str!("../../../../tests/flink/captures/config-options.txt");
        let mut class = "";
        for line in dump.lines() {
            if let Some(name) = line.strip_prefix("## ") {
                class = name;
            } else if CLASSES.iter().any(|c| class.ends_with(c)) {
                compare_with_dump(line);
            }
        }
    }

    fn compare_with_dump(line: &str) {
        let [key, kind, default] = line.splitn(3, " | ").collect::<Vec<_>>().try_into().expect("three parts");
        let spec = SECTIONS.iter().flat_map(|(_, specs)| specs.iter()).find(|spec| spec.key == key).unwrap_or_else(|| panic!("{key}"));
        let declared = match spec.kind {
            crate::ValueKind::Enum(words) => format!("Enum {words:?}"),
            kind => kind.name().to_string(),
        };
        let dumped = match kind.split_once('[') {
            Some((_, "]")) => "List<String>".to_string(),
            Some((_, words)) if words.starts_with(']') => "List<Enum>".to_string(),
            Some((_, words)) => {
                let words: Vec<&str> =
                    words.trim_end_matches(']').split(", ").map(|w| w.split_once('=').map_or(w, |(_, text)| text)).collect();
                format!("Enum {words:?}")
            }
            None => kind.to_string(),
        };
        assert_eq!(declared, dumped, "{key}");
        match default {
            "(none)" => assert_eq!(spec.default, None, "{key}"),
            "[]" => assert_eq!(spec.default_value(), Some(Value::List(vec![])), "{key}"),
            text => assert_eq!(spec.default_value(), Value::parse(spec, text).ok(), "{key}"),
        }
    }

    #[test]
    fn declarations_are_documented_and_their_defaults_hold() {
        let mut keys = BTreeSet::new();
        for spec in SECTIONS.iter().flat_map(|(_, specs)| specs.iter()) {
            assert!(keys.insert(spec.key), "{} is declared twice", spec.key);
            assert!(spec.doc.ends_with('.'), "{} has no documentation", spec.key);
            assert_eq!(spec.default.is_some(), spec.default_value().is_some(), "default of {}", spec.key);
        }
    }

    #[test]
    fn set_wins_over_other_layers_and_reset_takes_it_back() {
        let mut configuration = Configuration::new();
        configuration.set("parallelism.default", value("2", Layer::Define));
        assert!(set(&mut configuration, "parallelism.default", "4").is_empty());
        assert_eq!(configuration.get_int("parallelism.default"), 4);
        assert!(configuration.reset("parallelism.default"));
        assert_eq!(configuration.get_int("parallelism.default"), 2);
        configuration.set("execution.runtime-mode", value("batch", Layer::CommandLine));
        assert!(set(&mut configuration, "execution.runtime-mode", "streaming").is_empty());
        assert_eq!(configuration.get_enum("execution.runtime-mode"), "BATCH");
        configuration.reset_all();
        assert_eq!(configuration.list(), [("execution.runtime-mode", "batch".to_string()), ("parallelism.default", "2".to_string())]);
    }

    #[test]
    fn values_of_the_wrong_form_are_refused_in_flinks_words() {
        let transcript = include_str!("../../../../tests/flink/out/set_001_set_reset.out");
        let mut configuration = Configuration::new();
        for (key, text) in [("execution.runtime-mode", "nosuch"), ("parallelism.default", "zero")] {
            let refused = configuration.set(key, value(text, Layer::Set)).remove(0);
            assert!(refused.is_error());
            assert!(transcript.contains(&refused.flink.unwrap_or_default()), "{key}");
        }
        assert!(configuration.list().is_empty());
    }

    #[test]
    fn set_takes_what_flink_reads_later() {
        let mut configuration = Configuration::new();
        let said = configuration.set("table.dml-sync", value("maybe", Layer::Set)).remove(0);
        assert!(!said.is_error());
        assert_eq!(configuration.list(), [("table.dml-sync", "maybe".to_string())]);
        assert!(!configuration.get_bool("table.dml-sync"));
        configuration.set("table.display.max-column-width", value("wide", Layer::Set));
        assert_eq!(configuration.get_int("table.display.max-column-width"), 30);
        configuration.reset("table.display.max-column-width");
        let refused = configuration.malformed("table.dml-sync").and_then(|d| d.flink).unwrap_or_default();
        assert!(refused.ends_with("Unrecognized option for boolean: maybe. Expected either true or false(case insensitive)"), "{refused}");
        configuration.set("table.dml-sync", value("true", Layer::Set));
        assert_eq!(configuration.malformed("table.dml-sync"), None);
        assert!(configuration.set("table.dml-sync", value("maybe", Layer::CommandLine)).remove(0).is_error());
    }

    #[test]
    fn unknown_keys_are_kept_with_a_warning() {
        let mut configuration = Configuration::new();
        assert_eq!(set(&mut configuration, "no.such.key", "x"), ["unknown-option: 'no.such.key' is not a configuration option"]);
        let near = configuration.set("table.exec.state-ttl", value("1 h", Layer::Set)).remove(0);
        assert_eq!(near.fix.map(|fix| fix.title), Some("did you mean 'table.exec.state.ttl'?".to_string()));
        assert_eq!(configuration.list().len(), 2);
        assert!(set(&mut configuration, "taskmanager.numberOfTaskSlots", "4").is_empty());
    }

    #[test]
    fn former_keys_are_read_with_a_warning() {
        let mut configuration = Configuration::new();
        assert_eq!(
            set(&mut configuration, "state.backend", "rocksdb"),
            ["deprecated-option: option 'state.backend' is now called 'state.backend.type'"]
        );
        assert_eq!(configuration.get_str("state.backend.type"), "rocksdb");
    }

    #[test]
    fn lists_show_no_secrets() {
        let mut configuration = Configuration::new();
        set(&mut configuration, "my.password", "abc");
        assert_eq!(configuration.list(), [("my.password", "******".to_string())]);
        assert_eq!(format!("{configuration:?}"), r#"{"my.password": "******"}"#);
    }
}
