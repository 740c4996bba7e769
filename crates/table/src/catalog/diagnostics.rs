//! The diagnostics of catalogs.

diag::diagnostics! {
    /// The diagnostics of catalogs.
    pub static DIAGNOSTICS;
    UNKNOWN_TABLE = Error "unknown-table": "a name means no table or view",
        "A name of one part is looked up in the current catalog and database, one of two parts in a database of the current catalog and \
         then among the projects of the workspace, one of three parts is complete. Names compare with case. `SHOW TABLES` lists what is \
         there; a script declares its own tables with `CREATE TABLE`.\n";
}
