//! The workspace of the examples.

use crate::support::{open_session, told};
use session::check_workspace;
use std::path::Path;

#[test]
fn the_example_is_right_in_every_environment() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/retail");
    let check = check_workspace(&open_session(), &root, None, &[]).expect("it can be read");
    assert_eq!(told(&check, &root), Vec::<String>::new());
    assert_eq!((check.tasks, check.tables), (6, 8));
    assert_eq!(check.environments, ["dev", "local", "prod"]);
    assert_eq!(check.engines, ["flink-2.3"]);
}
