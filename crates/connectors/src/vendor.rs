//! Connectors of Blink and VVR that Apache Flink has not: known so that tables of projects are checked, listed and rendered.
//!
//! Each option stands under the names that it has in Blink and in VVR. The lists are those of the published manuals, which end somewhere, so
//! an unknown key is a warning unless a known one is near.

use crate::not_here;
use ::options::{OptionSpec, ResolvedOptions};
use diag::Result;
use std::sync::{Arc, LazyLock};
use table::changelog::ChangelogMode;
use table::connector::{Abilities, MetadataKey, ScanSource, SinkRequest, TableContext, TableFactory, TableSink};
use table::types::LogicalType;

/// A connector that clusters have.
#[derive(Debug)]
pub(crate) struct Vendor {
    identifier: &'static str,
    /// Rows can be looked up by key, with the options of a cache.
    dimension: bool,
    /// A read never ends, unless an end is given.
    endless: bool,
    metadata: &'static [(&'static str, Metadata)],
    specs: LazyLock<Vec<OptionSpec>>,
}

#[derive(Clone, Copy, Debug)]
enum Metadata {
    String,
    BigInt,
    Int,
    Time,
}

/// What tells a dimension table how to keep rows.
const DIMENSION: &[&str] = &[
    "async",
    "asyncCallbackQueueMaxsize",
    "asyncCallbackThreads",
    "asyncCapacity",
    "asyncConnectionQueueMaxsize",
    "asyncResultOrder",
    "asyncTimeoutMs",
    "cache",
    "cacheEmpty",
    "cacheReloadTimeBlackList",
    "cacheScanLimit",
    "cacheSize",
    "cacheTTLMs",
    "joinMaxRows",
    "maxJoinRows",
    "maxRetryTimes",
    "partitionedJoin",
    "shuffleEmptyKey",
];

const KAFKA: &[&str] = &[
    "bootstrap.servers",
    "columnErrorDebug",
    "extraConfig",
    "group.id",
    "messageKey",
    "partitionDiscoveryIntervalMS",
    "sasl.mechanism",
    "security.protocol",
    "startTime",
    "startTimeMs",
    "startupMode",
    "topic",
    "topicPattern",
    "zookeeper.connect",
];
const SLS: &[&str] = &[
    "accessId",
    "accessKey",
    "batchGetSize",
    "columnErrorDebug",
    "consumerGroup",
    "endPoint",
    "endTime",
    "flushIntervalMs",
    "heartBeatIntervalMills",
    "logStore",
    "logstore",
    "maxRetryTimes",
    "mode",
    "partitionColumn",
    "project",
    "reserveMilliSecond",
    "source",
    "startTime",
    "startupMode",
    "timestampColumn",
    "topic",
];
const ODPS: &[&str] = &[
    "accessId",
    "accessKey",
    "accessid",
    "accesskey",
    "dynamicPartitionLimit",
    "endPoint",
    "endpoint",
    "flushIntervalMs",
    "isOverwrite",
    "maxPartitionCount",
    "maxRowCount",
    "partition",
    "partitionBy",
    "project",
    "schemaName",
    "startPartition",
    "startpartition",
    "subscribeIntervalInSec",
    "subscribeNewPartition",
    "tableName",
    "tablename",
    "tunnelEndpoint",
];
const HBASE: &[&str] = &[
    "batchSize",
    "bufferSize",
    "columnFamily",
    "diamondGroup",
    "diamondKey",
    "dynamic.table",
    "endPoint",
    "flushIntervalMs",
    "haClusterID",
    "haclient.cluster.id",
    "isDynamicTable",
    "null-string-literal",
    "password",
    "retries.number",
    "rowkeyDelimiter",
    "sink.buffer-flush.interval",
    "sink.buffer-flush.max-rows",
    "sink.buffer-flush.max-size",
    "stringWriteMod",
    "table-name",
    "tableName",
    "userName",
    "writePkValue",
    "zkNodeParent",
    "zkQuorum",
    "zookeeper.quorum",
    "zookeeper.znode.parent",
];
const DATAHUB: &[&str] = &[
    "accessId",
    "accessKey",
    "batchCount",
    "batchReadSize",
    "batchSize",
    "batchWriteTimeoutMs",
    "columnErrorDebug",
    "endPoint",
    "endTime",
    "flushInterval",
    "hashFields",
    "isBlob",
    "lengthCheck",
    "maxBlockMessages",
    "maxBufferSize",
    "maxFetchSize",
    "maxRetryTimes",
    "partitionBy",
    "project",
    "reserveMilliSecond",
    "retryInterval",
    "retryIntervalMs",
    "retryTimeout",
    "startTime",
    "subId",
    "topic",
];
const RDS: &[&str] = &[
    "batchSize",
    "bufferSize",
    "excludeUpdateColumns",
    "flushIntervalMs",
    "ignoreDelete",
    "partitionBy",
    "password",
    "tableName",
    "url",
    "userName",
];
const HOLOGRES: &[&str] = &[
    "bulkread",
    "connectionSize",
    "createPartTable",
    "createparttable",
    "dbname",
    "endpoint",
    "field_delimiter",
    "ignoredelete",
    "jdbcWriteBatchSize",
    "jdbcWriteFlushInterval",
    "mutateType",
    "mutatetype",
    "partitionrouter",
    "password",
    "tablename",
    "useRpcMode",
    "username",
];
const TT: &[&str] = &["JobName", "accessId", "accessKey", "endTime", "fetchFirstRow", "startTime", "subId", "topic"];
const OTS: &[&str] = &[
    "accessId",
    "accessKey",
    "batchSize",
    "batchWriteTimeoutMs",
    "bufferSize",
    "endPoint",
    "ignoreDelete",
    "instanceName",
    "retryIntervalMs",
    "tableName",
    "valueColumns",
];

const fn vendor(identifier: &'static str, specs: fn() -> Vec<OptionSpec>) -> Vendor {
    Vendor { identifier, dimension: false, endless: false, metadata: &[], specs: LazyLock::new(specs) }
}

impl Vendor {
    const fn endless(mut self) -> Self {
        self.endless = true;
        self
    }

    const fn dimension(mut self) -> Self {
        self.dimension = true;
        self
    }

    const fn metadata(mut self, metadata: &'static [(&'static str, Metadata)]) -> Self {
        self.metadata = metadata;
        self
    }
}

/// Credentials never print; the rest is text, because the manuals say little about it.
fn specs(keys: &[&[&'static str]]) -> Vec<OptionSpec> {
    let spec = |key: &'static str| {
        let is_credential = ["accessid", "accesskey", "password"].contains(&key.to_ascii_lowercase().as_str());
        if is_credential { OptionSpec::string(key).secret() } else { OptionSpec::string(key) }
    };
    keys.iter().flat_map(|keys| keys.iter().copied()).map(spec).collect()
}

const MESSAGE: &[(&str, Metadata)] = &[
    ("topic", Metadata::String),
    ("partition", Metadata::Int),
    ("offset", Metadata::BigInt),
    ("timestamp", Metadata::Time),
    ("messageKey", Metadata::String),
];

static VENDORS: [Vendor; 16] = [
    vendor("kafka08", || specs(&[KAFKA])).endless().metadata(MESSAGE),
    vendor("kafka09", || specs(&[KAFKA])).endless().metadata(MESSAGE),
    vendor("kafka010", || specs(&[KAFKA])).endless().metadata(MESSAGE),
    vendor("kafka011", || specs(&[KAFKA])).endless().metadata(MESSAGE),
    vendor("sls", || specs(&[SLS])).endless().metadata(&[
        ("__source__", Metadata::String),
        ("__topic__", Metadata::String),
        ("__timestamp__", Metadata::BigInt),
    ]),
    vendor("odps", || specs(&[ODPS, DIMENSION])).dimension(),
    vendor("continuous-odps", || specs(&[ODPS])).endless(),
    vendor("cloudhbase", || specs(&[HBASE, DIMENSION])).dimension(),
    vendor("alihbase", || specs(&[HBASE, DIMENSION])).dimension(),
    vendor("datahub", || specs(&[DATAHUB])).endless().metadata(&[
        ("timestamp", Metadata::Time),
        ("system-time", Metadata::Time),
        ("shard-id", Metadata::BigInt),
        ("sequence", Metadata::String),
    ]),
    vendor("rds", || specs(&[RDS, DIMENSION])).dimension(),
    vendor("drds", || specs(&[RDS, DIMENSION])).dimension(),
    vendor("polardb", || specs(&[RDS, DIMENSION])).dimension(),
    vendor("hologres", || specs(&[HOLOGRES, DIMENSION])).dimension(),
    vendor("tt", || specs(&[TT])).endless(),
    vendor("ots", || specs(&[OTS, DIMENSION])).dimension(),
];

/// The connector of this name that only clusters have.
pub(crate) fn find(identifier: &str) -> Option<&'static dyn TableFactory> {
    VENDORS.iter().find(|vendor| vendor.identifier == identifier).map(|vendor| vendor as &dyn TableFactory)
}

impl TableFactory for Vendor {
    fn identifier(&self) -> &'static str {
        self.identifier
    }

    fn doc(&self) -> &'static str {
        "A connector of Blink or VVR, as far as checking and rendering need it."
    }

    fn options(&self) -> &'static [OptionSpec] {
        // The list belongs to a static.
        let vendor: Option<&'static Vendor> = VENDORS.iter().find(|vendor| vendor.identifier == self.identifier);
        vendor.map_or(&[], |vendor| vendor.specs.as_slice())
    }

    fn options_are_complete(&self) -> bool {
        false
    }

    fn abilities(&self) -> Abilities {
        Abilities { scan: true, lookup: self.dimension, sink: true, runs: false, overwrite: true, partitions: true }
    }

    fn is_bounded(&self, options: &ResolvedOptions) -> bool {
        !self.endless || options.is_set("endTime")
    }

    fn metadata(&self, _options: &ResolvedOptions) -> Vec<MetadataKey> {
        let key = |(key, kind): &(&str, Metadata)| MetadataKey { key: (*key).into(), data_type: kind.logical(), writable: false };
        self.metadata.iter().map(key).collect()
    }

    /// With a key rows replace each other.
    fn sink_changelog(&self, table: &TableContext) -> ChangelogMode {
        if table.schema.primary_key.is_some() { ChangelogMode::Upsert } else { ChangelogMode::InsertOnly }
    }

    fn source(&self, _table: &TableContext) -> Result<Arc<dyn ScanSource>> {
        Err(not_here(self.identifier))
    }

    fn sink(&self, _table: &TableContext, _request: &SinkRequest) -> Result<Arc<dyn TableSink>> {
        Err(not_here(self.identifier))
    }
}

impl Metadata {
    fn logical(self) -> LogicalType {
        match self {
            Metadata::String => LogicalType::string(),
            Metadata::BigInt => LogicalType::bigint(),
            Metadata::Int => LogicalType::int(),
            Metadata::Time => LogicalType::timestamp_ltz(3),
        }
    }
}
