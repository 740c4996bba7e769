//! Functions that choose among values, and what is said about types and places.

mod coalesce;
mod current_database;
mod greatest;
mod if_;
mod nullif;
mod type_of;

use crate::Entry;

pub(crate) static FUNCTIONS: &[Entry] = &[
    || coalesce::COALESCE.definition(),
    || coalesce::IFNULL.definition(),
    || if_::IF.definition(),
    || nullif::NULLIF.definition(),
    || greatest::GREATEST.definition(),
    || greatest::LEAST.definition(),
    || type_of::TYPEOF.definition(),
    || current_database::CURRENT_DATABASE.definition(),
];
