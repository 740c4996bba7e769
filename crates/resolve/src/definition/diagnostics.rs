//! The diagnostics of definitions.

diag::diagnostics! {
    /// The diagnostics of definitions.
    pub static DIAGNOSTICS;
    INVALID_NAME = Error "invalid-name": "a name has too many parts",
        "The name of a table, view, function or model has one to three parts: `catalog.database.object`.\n";
    DUPLICATE_COLUMN = Error "duplicate-column": "a table has two columns of one name",
        "Every column of a table needs its own name. Names compare with case. With `LIKE`, the columns of the source table count too: \
         computed and metadata columns can be replaced with `OVERWRITING GENERATED` and `OVERWRITING METADATA`.\n";
    MISSING_COLUMN = Error "missing-column": "a key, watermark or change names a column that the table does not have",
        "PRIMARY KEY, WATERMARK, PARTITIONED BY, DISTRIBUTED BY and ALTER TABLE name columns of the table itself.\n";
    INVALID_PRIMARY_KEY = Error "invalid-primary-key": "a primary key cannot be declared like this",
        "A table has at most one `PRIMARY KEY (..) NOT ENFORCED`, over physical columns. It is a promise about the data that is not \
         checked, so `NOT ENFORCED` has to be written. `UNIQUE` does not exist.\n";
    INVALID_WATERMARK = Error "invalid-watermark": "a watermark cannot be declared like this",
        "`WATERMARK FOR c AS e`: the column `c` and the expression `e` have the type `TIMESTAMP(p)` or `TIMESTAMP_LTZ(p)` with p from 0 \
         to 3; a table has one watermark. A column of text or numbers becomes a timestamp by a computed column:\n\n\
         ```sql\nCREATE TABLE t (s STRING, ts AS TO_TIMESTAMP(s), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)\n```\n";
    INVALID_PARTITION_KEY = Error "invalid-partition-key": "a table cannot be partitioned by this column",
        "PARTITIONED BY names physical columns of the table, each once.\n";
    INVALID_DISTRIBUTION = Error "invalid-distribution": "a table cannot be distributed like this",
        "DISTRIBUTED BY names physical columns of the table, INTO gives at least one bucket.\n";
    INVALID_LIKE = Error "invalid-like": "a LIKE clause cannot be followed",
        "`LIKE source (INCLUDING | EXCLUDING | OVERWRITING feature ..)`: the source is a table, each feature is named once, and \
         CONSTRAINTS, DISTRIBUTION, PARTITIONS and ALL cannot be overwritten. What is in both tables is a conflict unless the feature is \
         excluded or overwritten.\n";
    INVALID_TABLE_AS = Error "invalid-table-as": "a CREATE TABLE AS cannot be followed",
        "`CREATE TABLE t [(..)] WITH (..) AS query`: declared columns are added to those of the query or change their types; a list of \
         names alone reorders them and names all of them. The table cannot be temporary.\n";
    INVALID_ALTER = Error "invalid-alter": "a change that the table does not allow",
        "ALTER TABLE adds what is not there and changes or drops what is there. A column that a computed column, the watermark, the \
         primary key, the partitions or the distribution use cannot be dropped before them.\n";
    INVALID_VIEW = Error "invalid-view": "a view cannot be defined like this",
        "The query of a view has columns of different names, as many as the column list of the view.\n";
    INVALID_MODEL = Error "invalid-model": "a model cannot be defined like this",
        "A model with INPUT columns has OUTPUT columns, and the other way round.\n";
    NOT_SUPPORTED = Error "unsupported-definition": "a definition that can be read but not followed",
        "The construct is known, but Tamias does not support it (yet). The message says what to use instead.\n";
}
