//! The options of the print connector.

use options::OptionSpec;

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::string("print-identifier").doc("A text in front of each line, such as the name of the table."),
    OptionSpec::boolean("standard-error").default("false").doc("Print to standard error instead of standard output."),
    OptionSpec::int("sink.parallelism").doc("How many tasks print. With more than one, each line says which."),
];
