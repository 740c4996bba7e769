//! The options of the parquet format. They are the settings of its library, of which the ones that matter are declared.

use options::{OptionSpec, ResolvedOptions};
use parquet::basic::{BrotliLevel, Compression, GzipLevel, ZstdLevel};

const COMPRESSIONS: &[&str] = &["UNCOMPRESSED", "SNAPPY", "GZIP", "BROTLI", "LZ4", "LZ4_RAW", "ZSTD", "LZO"];

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::boolean("utc-timezone")
        .default("false")
        .doc("Whether Flink takes TIMESTAMP values as UTC rather than as the local time of its process. Here they are always UTC."),
    OptionSpec::int("batch-size").default("2048").doc("How many rows Flink reads at a time. Here the engine decides."),
    OptionSpec::boolean("write.int64.timestamp")
        .default("false")
        .doc("Whether Flink writes TIMESTAMP as INT64 instead of the deprecated INT96. Here it is always INT64; both can be read."),
    OptionSpec::enumeration("timestamp.time.unit", &["nanos", "micros", "millis"])
        .default("micros")
        .doc("The unit of timestamps that Flink writes as INT64. Here the precision of the column decides."),
    OptionSpec::enumeration("compression", COMPRESSIONS).default("SNAPPY").doc("How pages are compressed when writing."),
    OptionSpec::boolean("enable.dictionary").default("true").doc("Whether repeated values are written once, in a dictionary."),
    OptionSpec::long("block.size").default("134217728").doc("The size of a row group in memory when writing, in bytes."),
    OptionSpec::long("page.size").default("1048576").doc("The size of a page when writing, in bytes."),
    OptionSpec::long("dictionary.page.size").default("1048576").doc("The size up to which a dictionary is kept when writing, in bytes."),
    OptionSpec::string("writer.version").doc("`v1` or `v2`: the version of data pages."),
];

/// How files are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct WriteOptions {
    pub(super) compression: Compression,
    pub(super) dictionary: bool,
    pub(super) group_size: usize,
    pub(super) page_size: usize,
    pub(super) dictionary_size: usize,
}

impl WriteOptions {
    pub(super) fn read(options: &ResolvedOptions) -> Self {
        let size = |key: &str| usize::try_from(options.get_long(key)).unwrap_or(1 << 20).max(1024);
        WriteOptions {
            compression: compression(options.get_enum("compression")),
            dictionary: options.get_bool("enable.dictionary"),
            group_size: size("block.size"),
            page_size: size("page.size"),
            dictionary_size: size("dictionary.page.size"),
        }
    }
}

/// LZO is no longer written by anything; its files are compressed with the default instead.
fn compression(name: &str) -> Compression {
    match name {
        "UNCOMPRESSED" => Compression::UNCOMPRESSED,
        "GZIP" => Compression::GZIP(GzipLevel::default()),
        "BROTLI" => Compression::BROTLI(BrotliLevel::default()),
        "LZ4" | "LZ4_RAW" => Compression::LZ4_RAW,
        "ZSTD" => Compression::ZSTD(ZstdLevel::default()),
        _ => Compression::SNAPPY,
    }
}
