//! The options of the avro format.

use options::OptionSpec;

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::enumeration("encoding", &["binary", "json"]).default("binary").doc("The encoding of records: bytes or text."),
    OptionSpec::enumeration("codec", &["null", "deflate", "snappy", "bzip2", "xz", "zstandard"])
        .default("snappy")
        .doc("How blocks of files are compressed."),
    OptionSpec::boolean("timestamp_mapping.legacy")
        .default("true")
        .doc("Whether TIMESTAMP is written as an instant, as before Flink 1.19; TIMESTAMP_LTZ then has no form."),
];
