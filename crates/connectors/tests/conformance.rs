//! What must hold for every connector and every format.

use options::{OptionSpec, Value};
use std::collections::BTreeSet;
use std::path::Path;
use table::connector::ConnectorLookup;
use tamias_connectors::{Connectors, DIAGNOSTICS};

#[test]
fn every_option_is_documented_and_its_default_is_a_value() {
    for connector in Connectors.connectors() {
        check_options(connector.identifier(), connector.options());
    }
    for format in Connectors.formats() {
        check_options(format.identifier(), format.options());
    }
}

fn check_options(owner: &str, specs: &[OptionSpec]) {
    let mut keys = BTreeSet::new();
    for spec in specs {
        assert!(keys.insert(spec.key), "{owner} declares '{}' twice", spec.key);
        let is_sentence = spec.doc.ends_with('.') && spec.doc.chars().next().is_some_and(|c| c.is_uppercase() || c == '`');
        assert!(is_sentence, "{owner} does not document '{}'", spec.key);
        if let Some(text) = spec.default {
            let value = Value::parse(spec, text);
            assert!(value.is_ok(), "the default of '{}' of {owner} is no value", spec.key);
            assert!(!spec.required, "'{}' of {owner} is required and has a default", spec.key);
        }
        assert!(
            !diag::secret::is_sensitive_key(spec.key) || spec.secret || spec.default.is_some() || is_harmless(spec.key),
            "{owner}: '{}'",
            spec.key
        );
    }
}

/// Keys that look like secrets and say where one comes from.
fn is_harmless(key: &str) -> bool {
    key.ends_with("credentials-source") || key.starts_with("ssl.")
}

#[test]
fn identifiers_are_unique_and_found() {
    let connectors: Vec<&str> = Connectors.connectors().iter().map(|connector| connector.identifier()).collect();
    let formats: Vec<&str> = Connectors.formats().iter().map(|format| format.identifier()).collect();
    assert_eq!(connectors.iter().collect::<BTreeSet<_>>().len(), connectors.len());
    assert_eq!(formats.iter().collect::<BTreeSet<_>>().len(), formats.len());
    assert!(connectors.iter().all(|name| Connectors.connector(name).is_some_and(|found| found.identifier() == *name)));
    assert!(formats.iter().all(|name| Connectors.format(name).is_some_and(|found| found.identifier() == *name)));
    assert!(Connectors.connector("nosuch").is_none() && Connectors.format("nosuch").is_none());
}

#[test]
fn every_connector_and_format_has_prose() {
    for connector in Connectors.connectors() {
        assert!(connector.doc().trim().len() > 40, "{}", connector.identifier());
    }
    for format in Connectors.formats() {
        assert!(format.doc().trim().len() > 40, "{}", format.identifier());
    }
}

#[test]
fn every_folder_is_in_a_list() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let connectors = Connectors.connectors();
    for folder in folders(&source).into_iter().filter(|folder| folder != "formats") {
        // One folder may serve several versions: `hbase` is hbase-1.4, hbase-2.2 and hbase-2.6.
        let name = folder.replace('_', "-");
        let is_listed = connectors.iter().any(|connector| connector.identifier().starts_with(&name));
        assert!(is_listed, "connector folder '{folder}' is in no list");
        assert!(source.join(&folder).join("doc.md").exists(), "{folder}");
    }
    for folder in folders(&source.join("formats")) {
        assert!(Connectors.format(&folder.replace('_', "-")).is_some(), "format folder '{folder}' is in no list");
        assert!(source.join("formats").join(&folder).join("options.rs").exists(), "{folder}");
    }
}

fn folders(path: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(path).expect("a directory").map(|entry| entry.expect("an entry"));
    entries.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn connectors_that_flink_ships_know_exactly_its_options() {
    let capture = include_str!("../../../tests/flink/captures/factories.txt");
    for connector in Connectors.connectors().iter().filter(|connector| connector.abilities().runs) {
        let ours = connector.options().iter().filter(|spec| !spec.hidden).map(|spec| spec.key);
        assert_eq!(ours.collect::<BTreeSet<_>>(), flink_keys(capture, connector.identifier()), "{}", connector.identifier());
    }
    for name in ["csv", "json", "raw", "debezium-json", "canal-json", "maxwell-json", "ogg-json"] {
        let format = Connectors.format(name).expect("a format");
        let ours = format.options().iter().map(|spec| spec.key);
        assert_eq!(ours.collect::<BTreeSet<_>>(), flink_keys(capture, name), "{name}");
    }
}

/// The keys of a line `name [Class] required=[a, b] optional=[c]`.
fn flink_keys<'a>(capture: &'a str, name: &str) -> BTreeSet<&'a str> {
    let line = capture.lines().find(|line| line.starts_with(&format!("{name} ["))).expect("a line of the capture");
    let lists = line.split('[').skip(2).filter_map(|rest| rest.split_once(']'));
    lists.flat_map(|(list, _)| list.split(", ")).filter(|key| !key.is_empty()).collect()
}

#[test]
fn diagnostics_are_explained() {
    for declaration in DIAGNOSTICS {
        assert!(declaration.explanation.trim().len() > 80, "{}", declaration.id);
    }
}
