//! The diagnostics of options.

diag::diagnostics! {
    /// The diagnostics of this crate.
    pub static DIAGNOSTICS;

    UNKNOWN_OPTION = Error "unknown-option": "an option key that nobody knows",
        "The connector, the format or the configuration has no option of this name, so the value would have no effect.\n\n\
         ```sql\nCREATE TABLE t (a INT) WITH ('connector' = 'filesystem', 'path' = '/data', 'format' = 'csv',\n  \
         'csv.ignore-parse-error' = 'true')\n```\n\n\
         Use the name that the message suggests, or remove the option. It is a warning where the list of options is open and no similar \
         name is known. With `SET 'tamias.check-options' = 'lenient'` tables are checked \
         as Flink does: when they are used, and without the keys of their format.\n";
    MISSING_REQUIRED_OPTION = Error "missing-required-option": "an option that must be given is not there",
        "The connector or format cannot work without this option. Add it to `WITH (...)`, or give it with `SET` or an `OPTIONS` hint.\n";
    INVALID_OPTION_VALUE = Error "invalid-option-value": "the value of an option does not have the declared form",
        "The text cannot be read as the kind of value that the option takes: a boolean, a number, a duration such as `10 min`, a memory \
         size such as `128 mb`, or one of some words.\n";
    DEPRECATED_OPTION = Warning "deprecated-option": "an option has a new name",
        "The old name is still read, unless the new one is given too. Replace it by the new name.\n";
    CONFLICTING_OPTIONS = Error "conflicting-options": "options that exclude or need each other",
        "Two options contradict each other, or one has a meaning only together with another. Remove one, or add the one that is needed.\n";
}
