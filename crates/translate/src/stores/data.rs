//! The table of connectors and their options, one row for each option: its name in Blink, in VVR and in Flink.

use super::Convert::{BlinkMillis, Cache, Millis, RowsNotBytes, Same, Startup};
use super::{Convert, Key, Store};

const fn key(blink: &'static str, vvr: &'static str, flink: &'static str, convert: Convert) -> Key {
    Key { blink, vvr, flink, convert }
}

/// The same name in all.
const fn same(name: &'static str) -> Key {
    key(name, name, name, Same)
}

/// What Blink and VVR call the same and Flink has not.
const fn vendor(name: &'static str) -> Key {
    key(name, name, "", Same)
}

/// What only Blink has.
const fn blink(name: &'static str) -> Key {
    key(name, "", "", Same)
}

pub(super) static STORES: &[Store] = &[
    Store { blink: &["random", "datagen"], vvr: &["datagen"], flink: &["datagen"], keys: DATAGEN },
    Store { blink: &["print"], vvr: &["print"], flink: &["print"], keys: &[blink("ignoreWrite")] },
    Store {
        blink: &["kafka010", "kafka011", "kafka09", "kafka08", "kafka"],
        vvr: &["kafka", "upsert-kafka"],
        flink: &["kafka", "upsert-kafka"],
        keys: KAFKA,
    },
    Store { blink: &["sls"], vvr: &["sls"], flink: &[], keys: SLS },
    Store { blink: &["odps"], vvr: &["odps"], flink: &[], keys: ODPS },
    Store { blink: &["continuous-odps"], vvr: &["continuous-odps"], flink: &[], keys: ODPS },
    Store { blink: &["cloudhbase", "alihbase"], vvr: &["cloudhbase"], flink: &["hbase-2.2", "hbase-1.4"], keys: HBASE },
    Store { blink: &["datahub"], vvr: &["datahub"], flink: &[], keys: DATAHUB },
    Store { blink: &["rds", "drds", "polardb"], vvr: &["rds", "mysql", "jdbc"], flink: &["jdbc"], keys: JDBC },
    Store { blink: &["hologres"], vvr: &["hologres"], flink: &[], keys: HOLOGRES },
    Store { blink: &["ots"], vvr: &["ots"], flink: &[], keys: DIMENSION },
    Store { blink: &["redis"], vvr: &["redis"], flink: &[], keys: DIMENSION },
    Store {
        blink: &["elasticsearch"],
        vvr: &["elasticsearch-7", "elasticsearch-6", "elasticsearch"],
        flink: &["elasticsearch-7", "elasticsearch-6"],
        keys: &[
            key("endPoint", "hosts", "hosts", Same),
            key("index", "index", "index", Same),
            key("typeName", "document-type", "document-type", Same),
            key("accessId", "username", "username", Same),
            key("accessKey", "password", "password", Same),
        ],
    },
    Store { blink: &["mongodb"], vvr: &["mongodb"], flink: &["mongodb"], keys: &[same("database"), same("collection"), same("uri")] },
    Store { blink: &["adb30"], vvr: &["adb3.0"], flink: &[], keys: DIMENSION },
    Store { blink: &["mq"], vvr: &["mq"], flink: &[], keys: &[] },
    Store { blink: &["phoenix5"], vvr: &["phoenix5"], flink: &[], keys: &[] },
];

/// `random` of Blink has no options.
const DATAGEN: &[Key] = &[key("", "rows-per-second", "rows-per-second", Same), key("", "number-of-rows", "number-of-rows", Same)];

const KAFKA: &[Key] = &[
    same("topic"),
    key("topicPattern", "topic-pattern", "topic-pattern", Same),
    key("bootstrap.servers", "properties.bootstrap.servers", "properties.bootstrap.servers", Same),
    key("group.id", "properties.group.id", "properties.group.id", Same),
    key("startupMode", "scan.startup.mode", "scan.startup.mode", Startup),
    key("startTimeMs", "scan.startup.timestamp-millis", "scan.startup.timestamp-millis", Same),
    key("partitionDiscoveryIntervalMS", "scan.topic-partition-discovery.interval", "scan.topic-partition-discovery.interval", BlinkMillis),
    blink("zookeeper.connect"),
    blink("startTime"),
];

const SLS: &[Key] = &[
    key("endPoint", "endPoint", "", Same),
    vendor("project"),
    key("logStore", "logstore", "", Same),
    vendor("accessId"),
    vendor("accessKey"),
    vendor("startTime"),
    vendor("consumerGroup"),
    vendor("batchGetSize"),
    vendor("flushIntervalMs"),
    blink("startupMode"),
    blink("heartBeatIntervalMills"),
    blink("maxRetryTimes"),
    blink("columnErrorDebug"),
];

const ODPS: &[Key] = &[
    key("endPoint", "endpoint", "", Same),
    vendor("tunnelEndpoint"),
    vendor("project"),
    key("tableName", "tablename", "", Same),
    key("accessId", "accessid", "", Same),
    key("accessKey", "accesskey", "", Same),
    vendor("partition"),
    key("startPartition", "startpartition", "", Same),
    vendor("flushIntervalMs"),
    vendor("partitionBy"),
    vendor("dynamicPartitionLimit"),
    vendor("cache"),
    vendor("cacheSize"),
    vendor("cacheTTLMs"),
    vendor("cacheReloadTimeBlackList"),
    blink("maxRowCount"),
    blink("partitionedJoin"),
    blink("isOverwrite"),
    blink("subscribeNewPartition"),
    blink("subscribeIntervalInSec"),
];

/// Blink has one column family and VVR and Flink one ROW for each; the columns are changed where the table is rendered.
const HBASE: &[Key] = &[
    key("zkQuorum", "zookeeper.quorum", "zookeeper.quorum", Same),
    key("zkNodeParent", "zookeeper.znode.parent", "zookeeper.znode.parent", Same),
    key("tableName", "table-name", "table-name", Same),
    vendor("userName"),
    vendor("password"),
    key("haClusterID", "haclient.cluster.id", "", Same),
    key("maxRetryTimes", "retries.number", "lookup.max-retries", Same),
    key("bufferSize", "sink.buffer-flush.max-rows", "sink.buffer-flush.max-rows", Same),
    key("flushIntervalMs", "sink.buffer-flush.interval", "sink.buffer-flush.interval", BlinkMillis),
    key("isDynamicTable", "dynamic.table", "", Same),
    key("", "null-string-literal", "null-string-literal", Same),
    key("async", "async", "lookup.async", Same),
    key("cache", "cache", "lookup.cache", Cache),
    key("cacheSize", "cacheSize", "lookup.partial-cache.max-rows", Same),
    key("cacheTTLMs", "cacheTTLMs", "lookup.partial-cache.expire-after-write", Millis),
    key("", "cacheEmpty", "lookup.partial-cache.cache-missing-key", Same),
    vendor("cacheReloadTimeBlackList"),
    vendor("cacheScanLimit"),
    blink("endPoint"),
    blink("diamondKey"),
    blink("diamondGroup"),
    blink("batchSize"),
    blink("writePkValue"),
    blink("stringWriteMod"),
    blink("rowkeyDelimiter"),
    blink("partitionedJoin"),
    blink("shuffleEmptyKey"),
];

/// `batchSize` counts rows in Blink and bytes in VVR.
const DATAHUB: &[Key] = &[
    vendor("endPoint"),
    vendor("project"),
    vendor("topic"),
    vendor("accessId"),
    vendor("accessKey"),
    vendor("startTime"),
    key("", "subId", "", Same),
    key("endTime", "endTime", "", Same),
    key("maxRetryTimes", "", "", Same),
    key("retryIntervalMs", "retryInterval", "", Same),
    key("batchReadSize", "maxFetchSize", "", Same),
    vendor("lengthCheck"),
    vendor("columnErrorDebug"),
    key("batchSize", "batchCount", "", RowsNotBytes),
    key("batchWriteTimeoutMs", "flushInterval", "", Same),
    vendor("partitionBy"),
    vendor("hashFields"),
    blink("maxBlockMessages"),
    blink("reserveMilliSecond"),
    blink("isBlob"),
];

const JDBC: &[Key] = &[
    same("url"),
    key("tableName", "tableName", "table-name", Same),
    key("userName", "userName", "username", Same),
    same("password"),
    key("", "", "driver", Same),
    key("maxRetryTimes", "maxRetryTimes", "lookup.max-retries", Same),
    key("batchSize", "batchSize", "sink.buffer-flush.max-rows", Same),
    key("flushIntervalMs", "flushIntervalMs", "sink.buffer-flush.interval", Millis),
    key("cache", "cache", "lookup.cache", Cache),
    key("cacheSize", "cacheSize", "lookup.partial-cache.max-rows", Same),
    key("cacheTTLMs", "cacheTTLMs", "lookup.partial-cache.expire-after-write", Millis),
    key("", "cacheEmpty", "lookup.partial-cache.cache-missing-key", Same),
    vendor("cacheReloadTimeBlackList"),
    blink("maxJoinRows"),
    blink("bufferSize"),
    blink("excludeUpdateColumns"),
    blink("ignoreDelete"),
    blink("partitionBy"),
    blink("partitionedJoin"),
];

const HOLOGRES: &[Key] = &[
    vendor("endpoint"),
    vendor("dbname"),
    vendor("tablename"),
    vendor("username"),
    vendor("password"),
    vendor("field_delimiter"),
    key("mutateType", "mutatetype", "", Same),
    vendor("partitionrouter"),
    key("createPartTable", "createparttable", "", Same),
    vendor("ignoredelete"),
    vendor("cache"),
    vendor("cacheSize"),
    vendor("cacheTTLMs"),
    vendor("async"),
    blink("bulkread"),
    blink("partitionedJoin"),
];

/// What stores that only the vendor has share.
const DIMENSION: &[Key] = &[
    vendor("endPoint"),
    vendor("instanceName"),
    vendor("tableName"),
    vendor("accessId"),
    vendor("accessKey"),
    vendor("url"),
    vendor("userName"),
    vendor("password"),
    vendor("host"),
    vendor("port"),
    vendor("dbNum"),
    vendor("valueColumns"),
    vendor("mode"),
    vendor("batchSize"),
    vendor("bufferSize"),
    vendor("cache"),
    vendor("cacheSize"),
    vendor("cacheTTLMs"),
    vendor("cacheEmpty"),
    vendor("cacheReloadTimeBlackList"),
    vendor("async"),
    blink("partitionedJoin"),
];
