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
        "The name of a project has letters, digits and underscores, does not begin with a digit or with `LD_`, does not end with `_dev`, and is \
         none of the words that configuration keys begin with, such as `table` or `execution`.\n";
    INVALID_NAME = Error "invalid-name": "a task, table or function cannot be called like this",
        "Tasks: 3 to 63 lower-case letters, digits and underscores, a letter first. Tables: letters, digits and underscores, 64 at most, no \
         digit first. Functions: letters, digits and underscores, a letter first.\n";
    META_TABLE_CLAUSE = Warning "meta-table-clause": "a shared table that is released says something that only a task can say there",
        "In the platform a shared table has columns, a primary key and header fields. A watermark, computed columns and indexes are said by \
         the tasks that use it, with SET, so that two tasks can differ.\n";
    METADATA_KEY = Error "metadata-key": "a metadata field is a key",
        "A metadata field is not a part of the stored row, so rows cannot be told apart by it. Take another field.\n";
    LONG_DESCRIPTION = Error "long-description": "the description of a table is too long", "It has 1000 characters at most.\n";
    MIRROR_MODES = Error "mirror-modes": "a task that declares one mode uses a mirror table",
        "A mirror table is one table in streaming mode and another in batch mode, so only a task with both modes may use it. Under `tasks` in \
         `project.yaml`: `modes: [stream, batch]`.\n";
    UNKNOWN_ENGINE_VERSION = Warning "unknown-engine-version": "no release of the engine has this version",
        "Known are Apache Flink 1.13 to 1.20 and 2.0 to 2.3, VVR 4, 6, 8 and 11, and Blink 1, 2 and 3.\n";
    INVALID_IMPORT = Error "invalid-import": "a part of a script or list cannot become a file of the workspace",
        "`tamias import` reads CREATE TABLE and CREATE FUNCTION of Blink, VVR and Apache Flink, and lists of fields: \
         `name||TYPE||comment||isPrimaryKey||isMetadata`, or `name,TYPE,comment,isPrimaryKey,isMetadata,`; for a mirror table \
         `name||TYPE||comment` and `mirrorField,streamField,batchField`.\n";
    TASK_PROPERTY = Note "task-property": "a part of a definition belongs elsewhere",
        "A shared table has no watermark, computed columns or indexes. The SET statements that say the same are for the tasks.\n";
    LEFT_OUT = Note "left-out": "a part of a script was not imported", "The message says what to do with it, if anything.\n";
    UNKNOWN_DATA_SOURCE = Error "unknown-data-source": "a table names a data source that is not there",
        "The option `datasource` names a file of `datasources/`, without its ending.\n";
    UNKNOWN_ENVIRONMENT = Error "unknown-environment": "there is no such environment", "Each file of `env/` is an environment.\n";
    UNDEFINED_VARIABLE = Error "undefined-variable": "a variable has no value",
        "Values come from `--var name=value`, then from the file of the environment, then from `tamias.yaml`. The name of a project stands \
         for the project in the environment of the task. `$${` stands for `${` itself.\n";
    UNKNOWN_GRANT = Error "unknown-grant": "permissions name something that is not there",
        "An account is declared under `accounts`; an object is `project.table` or `project:function`, with `*` for all of a project.\n";
    PERMISSION_DENIED = Error "permission-denied": "the account of a task may not do what the task does",
        "As soon as a grant names an object of a project, other projects may use only what is granted to the account that their tasks act as: \
         `--as`, or `account` and `accounts` in the file of the environment. Add a grant to `permissions.yaml`, or extend the one there.\n";
    ENDING_PERMISSION = Warning "ending-permission": "a permission ends within a week",
        "The task will be refused from the day after. Give the grant a later `until`.\n";
    UNCHECKED_PERMISSIONS = Warning "unchecked-permissions": "permissions are declared, but nobody is named who needs them",
        "Name the account of tasks: `account: NAME` or `accounts: {project: NAME}` in the file of an environment, or `--as NAME`.\n";
    TOPIC_CREDENTIALS = Error "topic-credentials": "the account of a task cannot be subscribed to a topic",
        "Reading a topic of TimeTunnel needs a subscription. Superusers, and accounts without permission to read the table, are not \
         subscribed by themselves: the task sets `accessId` and `accessKey` of the table.\n";
    UNRESOLVED_SECRET = Error "unresolved-secret": "a secret that is needed has no value",
        "`${secret:NAME}` stands for a value that is never written down with the script. A run looks for it in the environment of the \
         process, then in the file `.env` beside `tamias.yaml` (lines `NAME=value`), then asks the program that `secrets: {command: [..]}` \
         in `tamias.yaml` names. The program is started as it is, by no shell, with `{name}` in its words replaced by the name; the value is \
         what it prints, without the last line end.\n";
    LITERAL_SECRET = Warning "literal-secret": "a secret is written out in a file of the workspace",
        "Files are committed, copied and shown. Write `${secret:NAME}` and keep the value elsewhere: in the environment of the process, in a \
         `.env` that Git ignores, or in a store that a command reads. `require_secret_refs: true` in `tamias.yaml` makes this an error.\n";
    UNIGNORED_SECRETS = Warning "unignored-secrets": "Git does not ignore the file of secrets",
        "A `.env` holds values that nobody else should see. Name it in `.gitignore`.\n";
    UNREADABLE = Error "unreadable-file": "a file of the workspace cannot be read", "The message says why.\n";
    DUPLICATE_SETTING = Warning "duplicate-setting": "a property is set twice, and the last value holds",
        "SET holds for the whole task, wherever it stands.\n";
    UNUSED_SETTING = Warning "unused-setting": "a property is set for a table that the task does not use",
        "Names are compared after they are resolved: in a development environment `${p}.t` is a table of the development project and `p.t` \
         that of the production project. On the command line, `--bind` and `--set` name a table that no statement uses.\n";
    LITERAL_PROJECT = Warning "literal-project": "a project is named without regard to the environment",
        "`trade.clicks` is the table of the production project in every environment. `${trade}.clicks` follows the environment that the task \
         runs in.\n";
    HIDDEN_TABLE = Warning "hidden-table": "a table of the script hides one of the project", "Give one of them another name.\n";
    DOUBLE_DEFINITION = Warning "double-definition": "a table has two primary keys, or two watermarks, and Blink keeps the last",
        "Leave one of them out.\n";
    INVALID_BIND = Error "invalid-bind": "a file cannot stand in for a table",
        "`--bind project.table=FILE`, or in the file of an environment:\n\n```yaml\nbind:\n  trade.orders: data/orders.csv\n  \
         trade.customers: data/customers.csv?csv.ignore-parse-errors=true&csv.null-literal=\n```\n\nThe ending gives the format: .csv, .json, \
         .jsonl, .ndjson or .parquet; a directory needs `?format=csv`.\n";
    NATIVE_DDL = Error "native-ddl": "tasks of this project do not create tables",
        "`native_ddl` in the project's settings says `deny` or `warn`. Put the table into the project's folder `tables`.\n";
}
