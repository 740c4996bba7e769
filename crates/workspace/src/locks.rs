//! What a task may not change about a shared table, for each connector: which data it is, and who connects to it.

use indexmap::IndexMap;

/// The locked options of a connector under all the names it has in Blink, VVR and Apache Flink. A key that ends with `*` is a prefix; keys
/// compare without case, `-` and `.`.
const LOCKED: &[(&[&str], &[&str])] = &[
    (
        &["kafka", "upsert-kafka", "kafka08", "kafka09", "kafka010", "kafka011"],
        &[
            "topic",
            "topic-pattern",
            "topicPattern",
            "bootstrap.servers",
            "zookeeper.connect",
            "properties.bootstrap.servers",
            "properties.security.*",
            "properties.sasl.*",
            "properties.ssl.*",
            "format",
            "value.format",
            "key.format",
            "key.fields",
            "key.fields-prefix",
            "value.fields-include",
        ],
    ),
    (&["sls"], &["endPoint", "project", "logStore", "accessId", "accessKey", "topic", "source", "timestampColumn"]),
    (&["odps", "continuous-odps"], &["endPoint", "tunnelEndpoint", "project", "schemaName", "tableName", "accessId", "accessKey"]),
    (
        &["cloudhbase", "alihbase", "hbase-1.4", "hbase-2.2", "hbase-2.6"],
        &[
            "zkQuorum",
            "endPoint",
            "zkNodeParent",
            "diamondKey",
            "diamondGroup",
            "userName",
            "password",
            "haClusterID",
            "haclient.cluster.id",
            "tableName",
            "table-name",
            "columnFamily",
            "zookeeper.quorum",
            "zookeeper.znode.parent",
            "properties.*",
            "stringWriteMod",
        ],
    ),
    (&["datahub"], &["endPoint", "project", "topic", "accessId", "accessKey"]),
    (&["rds", "drds", "polardb", "mysql", "jdbc"], &["url", "tableName", "table-name", "userName", "username", "password", "driver"]),
    (&["hologres"], &["endpoint", "dbname", "tablename", "username", "password"]),
    // The credentials of TimeTunnel are those of the task.
    (&["tt"], &["topic"]),
    (&["filesystem"], &["path", "format"]),
    (&["elasticsearch-6", "elasticsearch-7", "elasticsearch-8", "elasticsearch"], &["hosts", "index", "username", "password"]),
    (&["ots"], &["endPoint", "instanceName", "tableName", "accessId", "accessKey"]),
    (&["redis"], &["host", "port", "password", "dbNum", "clusterMode"]),
    (&["datagen", "random", "print", "blackhole", "adb30", "adb3.0", "mq", "mongodb", "phoenix5"], &[]),
];

/// Locked whatever the connector.
const ALWAYS: &[&str] = &["connector", "type"];

/// The locks of a workspace: the list above, changed by its settings.
#[derive(Clone, Debug, Default)]
pub struct Locks {
    /// By connector: further keys, and with a `!` in front those that are free.
    changes: IndexMap<String, Vec<String>>,
}

impl Locks {
    pub(crate) fn new(changes: IndexMap<String, Vec<String>>) -> Self {
        Locks { changes }
    }

    /// True when a task may not give this option.
    pub fn is_locked(&self, connector: &str, key: &str) -> bool {
        let key = folded(key);
        let changes = self.changes.get(connector).map_or(&[] as &[String], Vec::as_slice);
        if changes.iter().any(|change| change.strip_prefix('!').is_some_and(|freed| covers(freed, &key))) {
            return false;
        }
        let own = LOCKED.iter().filter(|(names, _)| names.contains(&connector)).flat_map(|(_, keys)| keys.iter().copied());
        own.chain(ALWAYS.iter().copied()).chain(changes.iter().map(String::as_str)).any(|locked| covers(locked, &key))
    }
}

/// True for the connectors of Blink, VVR and Apache Flink whose options are listed here.
pub fn is_known_connector(connector: &str) -> bool {
    LOCKED.iter().any(|(names, _)| names.contains(&connector))
}

/// The type of table that a connector makes, as `SET t.tableType` names it.
pub fn table_type(connector: &str) -> String {
    match connector {
        "odps" | "continuous-odps" => "MAX_COMPUTE".to_owned(),
        "cloudhbase" | "alihbase" | "hbase-1.4" | "hbase-2.2" | "hbase-2.6" => "CLOUD_HBASE".to_owned(),
        other => other.to_uppercase().replace(['-', '.'], "_"),
    }
}

pub(crate) fn covers(locked: &str, folded_key: &str) -> bool {
    match locked.strip_suffix('*') {
        Some(prefix) => folded_key.starts_with(&folded(prefix)),
        None => folded(locked) == folded_key,
    }
}

/// `table-name`, `tableName` and `tablename` are one key.
pub(crate) fn folded(key: &str) -> String {
    key.chars().filter(|c| !matches!(c, '-' | '.' | '_')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_table_is_cannot_be_changed() {
        let locks = Locks::default();
        for (connector, key) in [
            ("odps", "tableName"),
            ("odps", "tablename"),
            ("odps", "accessKey"),
            ("kafka", "topic"),
            ("kafka", "connector"),
            ("kafka", "properties.bootstrap.servers"),
            ("kafka", "properties.security.protocol"),
            ("hbase-2.2", "table-name"),
            ("cloudhbase", "columnFamily"),
        ] {
            assert!(locks.is_locked(connector, key), "{connector} {key}");
        }
    }

    #[test]
    fn what_a_task_needs_can_be_changed() {
        let locks = Locks::default();
        for (connector, key) in [
            ("kafka", "properties.group.id"),
            ("kafka", "scan.startup.mode"),
            ("alihbase", "bufferSize"),
            ("odps", "cache"),
            ("odps", "cacheTTLMs"),
            ("odps", "partition"),
            ("tt", "accessId"),
            ("tt", "accessKey"),
            ("datahub", "startTime"),
            ("datahub", "batchSize"),
        ] {
            assert!(!locks.is_locked(connector, key), "{connector} {key}");
        }
    }

    #[test]
    fn settings_change_the_list() {
        let changes = IndexMap::from([("kafka".to_owned(), vec!["scan.*".to_owned(), "!topic".to_owned()])]);
        let locks = Locks::new(changes);
        assert!(locks.is_locked("kafka", "scan.startup.mode"));
        assert!(!locks.is_locked("kafka", "topic"));
    }

    #[test]
    fn connectors_have_a_type_of_table() {
        assert_eq!(table_type("odps"), "MAX_COMPUTE");
        assert_eq!(table_type("cloudhbase"), "CLOUD_HBASE");
        assert_eq!(table_type("upsert-kafka"), "UPSERT_KAFKA");
    }
}
