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
}
