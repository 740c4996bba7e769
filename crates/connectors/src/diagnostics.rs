//! The diagnostics of connectors and formats.

diag::diagnostics! {
    /// The diagnostics of this crate.
    pub static DIAGNOSTICS;

    BAD_RECORD = Error "bad-record": "a record of the data cannot be read as declared", "
A cell of a file or message is not a value of its column's type, or a record has another form than the table says.
The message names the file, the line and the column, and shows the record.

```sql
CREATE TABLE airports (code STRING, latitude DOUBLE)
WITH ('connector' = 'filesystem', 'path' = 'airports.csv', 'format' = 'csv');
SELECT * FROM airports;   -- fails at a line such as  ECP,
```

Correct the data or the table. Where an empty cell means NULL, say so: `'csv.null-literal' = ''`. To go on with NULL in place of any bad
cell and without records that cannot be read, set `'csv.ignore-parse-errors' = 'true'`; the run then counts them.
";

    UNSUITABLE_SCHEMA = Error "unsuitable-schema": "the columns of a table do not suit its connector or format", "
A connector or format cannot carry these columns: `raw` takes one column, `upsert-kafka` needs a PRIMARY KEY, `hbase` wants column families.

```sql
CREATE TABLE lines (line STRING, extra STRING)
WITH ('connector' = 'filesystem', 'path' = 'log.txt', 'format' = 'raw');   -- one column too many
```
";

    PATH_NOT_FOUND = Error "path-not-found": "the file or directory of a table is not there", "
The option `path` names a file or directory that does not exist. Relative paths start at the project's directory, or else at the current one.
The message names files nearby that are called similarly.
";

    UNSUPPORTED_PATH = Error "unsupported-path": "the path of a table cannot be read or written here", "
Paths are files and directories of this machine, written plainly (`data/orders`) or as `file:///data/orders`. Paths of other file systems,
such as `s3://` or `hdfs://`, run only on a cluster.
";

    UNSUPPORTED_POLICY = Error "unsupported-policy": "a complete partition cannot be treated as the table asks", "
`sink.partition-commit.policy.kind` is a list of policies. `success-file` puts a file into the partition. `metastore` is for tables of Hive:
Flink refuses it for files in streaming mode, and in batch mode it does nothing. `custom` names a Java class, which does not run here.
";

    NO_EFFECT_HERE = Note "option-without-effect": "an option of the table is valid and does nothing here", "
A cluster needs some options that one process has no use for, such as how often tasks look for files that are due. They may stay in the table: a
cluster that runs the script uses them.
";
}
