use super::*;
use crate::Schema;
use crate::catalog::{CatalogDatabase, CatalogTable};
use options::TableOptions;

fn table() -> CatalogObject {
    CatalogObject::Table(Arc::new(CatalogTable {
        schema: Schema::default(),
        comment: None,
        options: TableOptions::new(),
        partition_keys: Vec::new(),
        distribution: None,
        partitions: Vec::new(),
        span: Span::none(),
    }))
}

fn manager_with(names: &[&str]) -> CatalogManager {
    let mut manager = CatalogManager::new("default_catalog", "default_database");
    for name in names {
        let parts: Vec<_> = name.split('.').collect();
        let identifier = manager.qualify(&parts).expect("at most three parts");
        if manager.catalog(&identifier.catalog).is_none() {
            let catalog = Arc::new(GenericInMemoryCatalog::new("default"));
            manager.register_catalog(&identifier.catalog, catalog, CatalogDescriptor::default());
        }
        let catalog = manager.catalog(&identifier.catalog).expect("just registered");
        if catalog.database(&identifier.database).expect("in memory").is_none() {
            catalog.create_database(&identifier.database, CatalogDatabase::default()).expect("it is new");
        }
        catalog.create_object(&identifier.path(), table()).expect("it is new");
    }
    manager
}

fn found(manager: &CatalogManager, name: &str) -> Option<String> {
    match manager.lookup(&name.split('.').collect::<Vec<_>>()).expect("in memory") {
        Lookup::Found(found) => Some(found.identifier.summary()),
        Lookup::Ambiguous(..) => Some("ambiguous".into()),
        Lookup::NotFound => None,
    }
}

#[test]
fn names_are_completed_by_the_current_place() {
    let mut manager = manager_with(&["t", "d.u", "c.e.v"]);
    assert_eq!(found(&manager, "t").as_deref(), Some("default_catalog.default_database.t"));
    assert_eq!(found(&manager, "d.u").as_deref(), Some("default_catalog.d.u"));
    assert_eq!(found(&manager, "c.e.v").as_deref(), Some("c.e.v"));
    assert_eq!(found(&manager, "u"), None);
    assert!(manager.use_database("default_catalog", "d").expect("in memory"));
    assert_eq!(found(&manager, "u").as_deref(), Some("default_catalog.d.u"));
    assert!(manager.use_catalog("c"));
    assert_eq!(manager.current_database(), "default");
    assert!(!manager.use_catalog("nope"));
    assert!(!manager.use_database("c", "nope").expect("in memory"));
}

#[test]
fn a_project_is_found_in_the_workspace_and_two_hits_are_ambiguous() {
    let manager = manager_with(&["workspace.trade.clicks", "workspace.trade.orders", "trade.orders"]);
    assert_eq!(found(&manager, "trade.clicks").as_deref(), Some("workspace.trade.clicks"));
    assert_eq!(found(&manager, "trade.orders").as_deref(), Some("ambiguous"));
    assert_eq!(found(&manager, "workspace.trade.orders").as_deref(), Some("workspace.trade.orders"));
}

#[test]
fn a_temporary_table_hides_the_permanent_one() {
    let mut manager = manager_with(&["t"]);
    let identifier = manager.qualify(&["t"]).expect("one part");
    manager.set_temporary_object(identifier.clone(), table());
    assert!(manager.object(&identifier).expect("in memory").is_some_and(|o| o.is_temporary));
    assert_eq!(manager.objects("default_catalog", "default_database").expect("in memory"), ["t"]);
    assert!(manager.drop_temporary_object(&identifier));
    assert!(manager.object(&identifier).expect("in memory").is_some_and(|o| !o.is_temporary));
}

#[test]
fn changes_to_a_snapshot_stay_there() {
    let manager = manager_with(&["t"]);
    let copy = manager.snapshot();
    let catalog = copy.catalog("default_catalog").expect("built in");
    let identifier = copy.qualify(&["t"]).expect("one part");
    catalog.drop_object(&identifier.path()).expect("it exists");
    assert_eq!(found(&copy, "t"), None);
    assert!(found(&manager, "t").is_some());
}

#[test]
fn an_unknown_table_names_what_was_likely_meant() {
    let manager = manager_with(&["clicks", "other.orders"]);
    let helps = |parts: &[&str]| manager.unknown_table(parts, Span::none()).helps;
    assert_eq!(helps(&["click"]), ["Did you mean 'clicks'?"]);
    assert_eq!(helps(&["orders"]), ["There is 'default_catalog.other.orders'."]);
    assert_eq!(helps(&["othr", "orders"]), ["Did you mean 'other'?"]);
    assert_eq!(helps(&["default_catlog", "other", "orders"]), ["Did you mean 'default_catalog'?"]);
    assert!(helps(&["something"]).is_empty());
}
