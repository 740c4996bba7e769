//! The names of Flink's exceptions, for the text that Flink prints for the same mistake.

/// `org.apache.flink.table.api.ValidationException: text`
pub(crate) fn validation(text: impl AsRef<str>) -> String {
    format!("org.apache.flink.table.api.ValidationException: {}", text.as_ref())
}

/// `org.apache.flink.table.api.TableException: text`
pub(crate) fn table(text: impl AsRef<str>) -> String {
    format!("org.apache.flink.table.api.TableException: {}", text.as_ref())
}

/// An exception of Flink's catalogs, such as `TableAlreadyExistException`.
pub(crate) fn catalog(class: &str, text: impl AsRef<str>) -> String {
    format!("org.apache.flink.table.catalog.exceptions.{class}: {}", text.as_ref())
}

/// An exception of Flink's client.
pub(crate) fn client(text: impl AsRef<str>) -> String {
    format!("org.apache.flink.table.client.gateway.SqlExecutionException: {}", text.as_ref())
}

/// `java.lang.UnsupportedOperationException: text`
pub(crate) fn unsupported(text: impl AsRef<str>) -> String {
    format!("java.lang.UnsupportedOperationException: {}", text.as_ref())
}
