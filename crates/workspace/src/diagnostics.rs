//! The diagnostics of workspaces.

diag::diagnostics! {
    /// The diagnostics of this crate.
    pub static DIAGNOSTICS;
    INVALID_FILE = Error "invalid-workspace-file": "a file of the workspace cannot be used",
        "The settings are YAML: maps of keys to values. A file of `tables/`, `mirrors/`, `functions/` or `offline/` holds one statement that \
         creates the object the file is named after, so `tables/clicks.sql` creates `clicks`.\n";
    UNKNOWN_SETTING = Error "unknown-setting": "a settings file has a key that nobody reads",
        "Use the key that the message suggests, or remove it.\n";
    INVALID_PROJECT = Error "invalid-project": "a project cannot be called like this",
        "The name of a project has letters, digits and underscores, does not begin with `LD_` and is none of the words that configuration \
         keys begin with, such as `table` or `execution`.\n";
    UNKNOWN_DATA_SOURCE = Error "unknown-data-source": "a table names a data source that is not there",
        "The option `datasource` names a file of `datasources/`, without its ending.\n";
    UNKNOWN_ENVIRONMENT = Error "unknown-environment": "there is no such environment", "Each file of `env/` is an environment.\n";
    UNDEFINED_VARIABLE = Error "undefined-variable": "a variable has no value",
        "Values come from `--var name=value`, then from the file of the environment, then from `tamias.yaml`. The name of a project stands \
         for the project in the environment of the task. `$${` stands for `${` itself.\n";
    UNREADABLE = Error "unreadable-file": "a file of the workspace cannot be read", "The message says why.\n";
    DUPLICATE_SETTING = Warning "duplicate-setting": "a property is set twice, and the last value holds",
        "SET holds for the whole task, wherever it stands.\n";
    UNUSED_SETTING = Warning "unused-setting": "a property is set for a table that the task does not use",
        "Names are compared after they are resolved: in a development environment `${p}.t` is a table of the development project and `p.t` \
         that of the production project.\n";
    LITERAL_PROJECT = Warning "literal-project": "a project is named without regard to the environment",
        "`trade.clicks` is the table of the production project in every environment. `${trade}.clicks` follows the environment that the task \
         runs in.\n";
    HIDDEN_TABLE = Warning "hidden-table": "a table of the script hides one of the project", "Give one of them another name.\n";
    DOUBLE_DEFINITION = Warning "double-definition": "a table has two primary keys, or two watermarks, and Blink keeps the last",
        "Leave one of them out.\n";
    NATIVE_DDL = Error "native-ddl": "tasks of this project do not create tables",
        "`native_ddl` in the project's settings says `deny` or `warn`. Put the table into the project's folder `tables`.\n";
}
