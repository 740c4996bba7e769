//! What is said about a translation.

diag::diagnostics! {
    /// The diagnostics of translating.
    pub static DIAGNOSTICS;
    REWRITTEN = Note "render-rewritten": "something was written in another way for the target",
        "The target has no such construct but another one that does the same. The note says what stands in its place.";
    NOT_IN_TARGET = Error "render-unsupported": "the target cannot do this",
        "The engine or the version that SQL is written for has nothing that does the same. Choose another target with `--to`, or write the \
         statement in another way.";
    OPTION_NOT_MAPPED = Warning "render-option": "an option has no counterpart in the target",
        "The connector of the target has no option that does the same; it was left out. The job runs without it, perhaps in another way.";
    SEMANTICS = Warning "render-semantics": "the same text means something else in the target",
        "The statement is valid for both engines but gives other results, such as the quotient of two integers, which is a DOUBLE in Blink and an \
         INT in Flink. Look at it before the job goes on in the other engine.";
    SETTING = Error "render-setting": "a setting of a table does not fit the table",
        "`SET table.property = value` names a table that is not there, a column that the table has not, or a value that is no definition.\n\n\
         ```sql\nSET clicks.`watermark` = 'WATERMARK FOR ts AS withOffset(ts, 1000)';\n```";
    UNUSED_SETTING = Warning "render-unused-setting": "a setting has no effect",
        "The script sets a property of a table that it does not use, or sets one again that a later statement replaces.";
    HINT = Error "render-hint": "a hint cannot be folded into the definition of its table",
        "Hints such as `primarykey(id)` or `dataphincolumns(rowkey, family.column)` change the definition of a table for one reference. The script \
         or the workspace has to define the table, and the columns have to be there.";
    DEPRECATED = Warning "render-deprecated": "an old form was written in the new way",
        "`JOIN t WITH (k = 'v')` was Blink's form of a hint before version 3.6. Write `JOIN t /*+ k(v) */`.";
    LITERAL_SECRET = Warning "render-secret": "a secret that the script spells out is masked",
        "Passwords and keys do not belong in scripts. Give the secret a name, `'password' = '${secret:DB_PASSWORD}'`, which stays a placeholder in \
         what is rendered. `--resolve-secrets` writes secrets, into a file that only its owner can read.";
    FUNCTION = Error "render-function": "a function of a project is not registered",
        "`project:function(..)` names a function that was registered in a project. There is no built-in function to fall back to.";
}
