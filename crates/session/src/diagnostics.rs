//! The diagnostics of carrying out statements.

diag::diagnostics! {
    /// The diagnostics of this crate.
    pub static DIAGNOSTICS;
    ALREADY_EXISTS = Error "already-exists": "an object of this name is there already",
        "Choose another name, drop the object first, or write `IF NOT EXISTS` to keep the one that is there. A table and a view of one \
         database cannot have the same name.\n";
    UNKNOWN_OBJECT = Error "unknown-object": "an object is not there",
        "The catalog, database, view, function, model or module does not exist, or is of another kind. Names compare with case. `IF EXISTS` \
         accepts that it is not there.\n";
    AMBIGUOUS_PATH = Warning "ambiguous-path": "a path of SET begins with a name that is a project and a table",
        "`SET a.b.c = ..` sets `c` of table `b` of project `a` when there is such a table. Write the project in front of the table to mean the \
         table `a`.\n";
    INVALID_PROPERTY = Error "invalid-property": "SET gives a table's property a value that it cannot have",
        "```sql\nSET t.primarykey = 'a, b';\nSET t.`watermark` = WATERMARK FOR ts AS withOffset(ts, 1000);\n\
         SET t.computedColumn = ts AS TO_TIMESTAMP(c);\nSET t.procTime = pt AS PROCTIME();\nSET t.topic.isHeader = TRUE;\n\
         SET t.`properties.group.id` = 'g';\n```\n\nThe key of an option with dots is one part of the path, in back-ticks.\n";
    PRINTED_INSTEAD = Note "printed-instead": "rows are printed instead of written to the outside",
        "An environment without `writes: allow` writes to files of this computer only. Rows for other tables are printed.\n";
    NOTHING_TO_RESET = Warning "nothing-to-reset": "RESET names what was not set",
        "`SHOW OVERRIDES` lists what SET says about tables. `RESET t` takes all of it back, `RESET t.key` one property in every mode.\n";
    IN_USE = Error "in-use": "an object cannot be dropped now",
        "The current catalog or database cannot be dropped, and a database with tables only with `CASCADE`. A temporary object hides the \
         permanent one of the same name and is dropped first, with `DROP TEMPORARY`.\n";
    WRONG_KIND = Error "wrong-kind": "a statement for one kind of object names another",
        "For example `ALTER TABLE` of a view, or `SHOW CREATE VIEW` of a table. The message names the statement to use.\n";
    INVALID_CATALOG = Error "invalid-catalog": "a catalog cannot be made from these options",
        "`CREATE CATALOG c WITH ('type' = 'generic_in_memory')`: the option `type` names a kind of catalog that Tamias knows.\n";
    CATALOG_EMPTIED = Warning "catalog-emptied": "ALTER CATALOG loses what is in the catalog",
        "Altering a catalog in memory makes it anew, in Flink too: its databases, tables, views and functions are gone.\n";
    STATEMENT_SET = Error "statement-set": "a statement that cannot stand at this place of a statement set",
        "Between `BEGIN STATEMENT SET;` and `END;` only INSERT and CREATE TABLE AS can stand. They run together as one job at END.\n";
    NOT_SUPPORTED = Error "unsupported-statement": "a statement that Tamias does not carry out",
        "The statement is read and formatted, but needs a Flink cluster or a service that Tamias does not have. The message says what to \
         use instead.\n";
    MISSING_FILE = Error "missing-file": "a file that a statement names is not there",
        "Relative paths start at the directory of the session.\n";
    UNAVAILABLE = Error "unavailable": "something outside did not answer",
        "A device, file system, host or catalog failed. The message says what; try again, or check its address and your rights.\n";
}
