//! The options of the protobuf format.

use options::OptionSpec;

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::class("message-class-name")
        .required()
        .doc("The generated Java class of the message; `$` stands before the name of a nested class."),
    OptionSpec::boolean("ignore-parse-errors").default("false").doc("Leave out messages that cannot be read, instead of failing."),
    OptionSpec::boolean("read-default-values")
        .default("false")
        .doc("Whether a field that a proto2 message does not have is read as its default instead of NULL."),
    OptionSpec::string("write-null-string-literal").default("").doc("The text that stands for NULL inside arrays and maps."),
];
