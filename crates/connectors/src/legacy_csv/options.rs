//! The options of the legacy-csv connector.

use options::OptionSpec;

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::string("path").required().doc("The file or directory to write."),
    OptionSpec::string("field-delimiter").default(",").doc("What stands between fields."),
    OptionSpec::int("num-files").default("-1").doc("How many files to write; -1 is one for each task."),
    OptionSpec::enumeration("write-mode", &["NO_OVERWRITE", "OVERWRITE"]).doc("Whether files that are there already may be replaced."),
];
