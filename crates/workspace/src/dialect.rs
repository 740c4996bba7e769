//! The engine that a task is written for.

use std::fmt;

/// The family of an engine; each has constructs that the others lack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    Blink,
    Vvr,
    #[default]
    Flink,
}

const FLINK_VERSIONS: &[&str] = &["1.13", "1.14", "1.15", "1.16", "1.17", "1.18", "1.19", "1.20", "2.0", "2.1", "2.2", "2.3"];
const VVR_VERSIONS: &[&str] = &["4", "6", "8", "11"];
const BLINK_VERSIONS: &[&str] = &["1", "2", "3"];

/// An engine as settings name it: `flink-2.3`, `vvr-8.0.1`, `blink-3.7`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Engine {
    pub dialect: Dialect,
    /// What stands behind the dialect; may be empty.
    pub version: String,
}

impl Engine {
    pub fn parse(text: &str) -> Option<Self> {
        let (word, version) = text.split_once('-').unwrap_or((text, ""));
        let dialect = match word.to_ascii_lowercase().as_str() {
            "blink" => Dialect::Blink,
            "vvr" => Dialect::Vvr,
            "flink" => Dialect::Flink,
            _ => return None,
        };
        Some(Engine { dialect, version: version.to_owned() })
    }

    /// The nearest version that was released, for one that was not. Releases of a minor version are not told apart.
    pub fn released_version(&self) -> Option<&'static str> {
        let known = match self.dialect {
            Dialect::Blink => BLINK_VERSIONS,
            Dialect::Vvr => VVR_VERSIONS,
            Dialect::Flink => FLINK_VERSIONS,
        };
        let is_release =
            |release: &str| self.version.strip_prefix(release).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']));
        if self.version.is_empty() || known.iter().any(|release| is_release(release)) {
            return None;
        }
        let number = |version: &str| {
            let mut parts = version.split(['.', '-']).map(|part| part.parse::<i64>().unwrap_or(0));
            parts.next().unwrap_or(0) * 100 + parts.next().unwrap_or(0)
        };
        known.iter().copied().min_by_key(|release| (number(release) - number(&self.version)).abs())
    }

    /// The engine takes the hints of Blink before 3.6: `JOIN t WITH (k = v)`.
    pub fn has_join_with(&self) -> bool {
        let mut parts = self.version.split('.').map_while(|part| part.parse::<u32>().ok());
        let version = (parts.next(), parts.next().unwrap_or(0));
        self.dialect == Dialect::Blink && matches!(version, (Some(major), minor) if (major, minor) < (3, 6))
    }
}

impl Dialect {
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Blink => "Blink",
            Dialect::Vvr => "VVR",
            Dialect::Flink => "Apache Flink",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.dialect {
            Dialect::Blink => "blink",
            Dialect::Vvr => "vvr",
            Dialect::Flink => "flink",
        };
        match self.version.as_str() {
            "" => f.write_str(word),
            version => write!(f, "{word}-{version}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_have_a_family_and_a_version() {
        let engine = Engine::parse("vvr-8.0.1-flink-1.17").expect("it is one");
        assert_eq!((engine.dialect, engine.version.as_str()), (Dialect::Vvr, "8.0.1-flink-1.17"));
        assert_eq!(Engine::parse("spark-3"), None);
        let old = |text: &str| Engine::parse(text).is_some_and(|engine| engine.has_join_with());
        let nearest = |text: &str| Engine::parse(text).and_then(|engine| engine.released_version());
        assert_eq!(nearest("flink-1.20.1").or(nearest("flink-2.3")).or(nearest("vvr-8.0.1-flink-1.17")).or(nearest("blink-3.7.1")), None);
        assert_eq!((nearest("flink-1.9"), nearest("flink-2.31"), nearest("vvr-7.0")), (Some("1.13"), Some("2.3"), Some("6")));
        assert!(old("blink-3.5.0") && old("blink-2.2.7") && !old("blink-3.6.0") && !old("blink") && !old("flink-1.13"));
    }
}
