//! The diagnostics of planning and of evaluating expressions.

diag::diagnostics! {
    /// The diagnostics of this crate.
    pub static DIAGNOSTICS;

    UNSUPPORTED_QUERY = Error "unsupported-query": "a query that cannot be planned yet", "
The query is valid, but this combination of constructs has no plan yet. A join or an aggregate written out often says the same:
a correlated `x IN (SELECT ..)` outside WHERE can become a `LEFT JOIN`.
";

    DOES_NOT_RUN = Error "does-not-run": "a table whose connector or format is known for checking only", "
Tamias checks, explains and renders statements over such a table; a Flink cluster runs them. To try a query here, use a table over a local
file with the same columns, or bind one: `tamias run script.sql --bind my_table=file.csv`.
";

    EVALUATION_FAILED = Error "evaluation-failed": "an expression has no value for some row", "
A function or cast met a value it is not defined for, such as a zero divisor or text that is no number.

```sql
SELECT CAST(code AS INT) FROM t;      -- fails at the first code that is no number
SELECT TRY_CAST(code AS INT) FROM t;  -- gives NULL there
```
";
}
