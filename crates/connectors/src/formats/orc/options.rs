//! The options of the orc format.

use options::OptionSpec;

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::enumeration("compress", &["NONE", "ZLIB", "SNAPPY", "LZO", "LZ4", "ZSTD"]).default("ZLIB").doc("How files are compressed."),
    OptionSpec::long("stripe.size").doc("The size of a stripe, in bytes."),
    OptionSpec::long("block.size").doc("The size of a block, in bytes."),
    OptionSpec::long("row.index.stride").doc("How many rows lie between index entries."),
    OptionSpec::boolean("create.index").doc("Whether files have indexes."),
];
