//! How Blink, VVR and Flink name the connector and the options of the same store.

mod data;

use crate::target::Engine;

/// Something that tables are kept in.
#[derive(Debug)]
pub(crate) struct Store {
    /// The names of its connector; the first is the one to write.
    pub(crate) blink: &'static [&'static str],
    pub(crate) vvr: &'static [&'static str],
    pub(crate) flink: &'static [&'static str],
    pub(crate) keys: &'static [Key],
}

/// An option under the names of the three engines; empty where an engine has none.
#[derive(Debug)]
pub(crate) struct Key {
    blink: &'static str,
    vvr: &'static str,
    flink: &'static str,
    convert: Convert,
}

/// How values differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Convert {
    Same,
    /// Milliseconds as a number in Blink and VVR, a duration in Flink.
    Millis,
    /// Milliseconds as a number in Blink, a duration in VVR and Flink.
    BlinkMillis,
    /// `None`, `LRU`, `ALL` in Blink and VVR; `NONE`, `PARTIAL` in Flink, which has none that loads everything.
    Cache,
    /// `EARLIEST` in Blink, `earliest-offset` elsewhere.
    Startup,
    /// A number of rows under a key that counts bytes in the other engine.
    RowsNotBytes,
}

/// An option in the words of the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mapped {
    To {
        key: String,
        text: String,
    },
    /// The same with something to know about it.
    Noted {
        key: String,
        text: String,
        note: &'static str,
    },
    /// Nothing does the same.
    None,
    /// The key exists but not this value; the closest stands in.
    Closest {
        key: String,
        text: String,
    },
}

impl Store {
    pub(crate) fn names(&self, engine: Engine) -> &'static [&'static str] {
        match engine {
            Engine::Blink => self.blink,
            Engine::Vvr => self.vvr,
            Engine::Flink => self.flink,
        }
    }

    /// The option of the target for one of the source.
    pub(crate) fn map(&self, from: Engine, to: Engine, key: &str, text: &str) -> Mapped {
        let known = self.keys.iter().find(|candidate| match from {
            Engine::Blink => candidate.name(from).eq_ignore_ascii_case(key),
            Engine::Vvr | Engine::Flink => candidate.name(from) == key,
        });
        let Some(known) = known else {
            // Flink and VVR share what no row of the table tells apart.
            let is_shared = from != Engine::Blink && to != Engine::Blink;
            return if is_shared { Mapped::To { key: key.to_owned(), text: text.to_owned() } } else { Mapped::None };
        };
        if known.name(to).is_empty() {
            return Mapped::None;
        }
        known.convert(from, to, text)
    }
}

impl Key {
    fn name(&self, engine: Engine) -> &'static str {
        match engine {
            Engine::Blink => self.blink,
            Engine::Vvr => self.vvr,
            Engine::Flink => self.flink,
        }
    }

    fn convert(&self, from: Engine, to: Engine, text: &str) -> Mapped {
        let key = self.name(to).to_owned();
        let text = match self.convert {
            Convert::Same => text.to_owned(),
            Convert::Millis => time(text, from == Engine::Flink, to == Engine::Flink),
            Convert::BlinkMillis => time(text, from != Engine::Blink, to != Engine::Blink),
            Convert::Cache => return cache(key, text, to),
            Convert::Startup => startup(text, to),
            Convert::RowsNotBytes => {
                let note = "'batchSize' counts rows in Blink and bytes in VVR, where 'batchCount' counts rows";
                return Mapped::Noted { key, text: text.to_owned(), note };
            }
        };
        Mapped::To { key, text }
    }
}

/// A time as a number of milliseconds or as a duration.
fn time(text: &str, from_duration: bool, to_duration: bool) -> String {
    match (from_duration, to_duration) {
        (false, true) if text.bytes().all(|b| b.is_ascii_digit()) => format!("{text} ms"),
        (true, false) => millis(text).map_or_else(|| text.to_owned(), |millis| millis.to_string()),
        _ => text.to_owned(),
    }
}

fn millis(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..digits].parse().ok()?;
    let unit = match text[digits..].trim().to_ascii_lowercase().as_str() {
        "" | "ms" | "milli" | "millis" | "millisecond" | "milliseconds" => 1,
        "s" | "sec" | "second" | "seconds" => 1000,
        "m" | "min" | "minute" | "minutes" => 60_000,
        "h" | "hour" | "hours" => 3_600_000,
        "d" | "day" | "days" => 86_400_000,
        _ => return None,
    };
    number.checked_mul(unit)
}

fn cache(key: String, text: &str, to: Engine) -> Mapped {
    let upper = text.to_ascii_uppercase();
    let (text, is_exact) = match (to, upper.as_str()) {
        (Engine::Flink, "LRU") => ("PARTIAL", true),
        (Engine::Flink, "ALL") => ("PARTIAL", false),
        (Engine::Flink, _) => (upper.as_str(), true),
        (_, "PARTIAL") => ("LRU", true),
        (_, "FULL") => ("ALL", true),
        (_, "NONE") => ("None", true),
        _ => (upper.as_str(), true),
    };
    let text = text.to_owned();
    if is_exact { Mapped::To { key, text } } else { Mapped::Closest { key, text } }
}

fn startup(text: &str, to: Engine) -> String {
    const NAMES: &[(&str, &str)] =
        &[("GROUP_OFFSETS", "group-offsets"), ("EARLIEST", "earliest-offset"), ("LATEST", "latest-offset"), ("TIMESTAMP", "timestamp")];
    let known = NAMES.iter().find(|(blink, other)| blink.eq_ignore_ascii_case(text) || *other == text);
    match known {
        Some((blink, _)) if to == Engine::Blink => (*blink).to_owned(),
        Some((_, other)) => (*other).to_owned(),
        None => text.to_owned(),
    }
}

/// The store of a connector.
pub(crate) fn of_connector(engine: Engine, name: &str) -> Option<&'static Store> {
    data::STORES.iter().find(|store| match engine {
        Engine::Blink => store.blink.iter().any(|known| known.eq_ignore_ascii_case(name)),
        Engine::Vvr => store.vvr.contains(&name) || (store.vvr.is_empty() && store.flink.contains(&name)),
        Engine::Flink => store.flink.contains(&name),
    })
}

/// True for names of connectors that only Blink uses.
pub(crate) fn is_only_in_blink(name: &str) -> bool {
    let is_elsewhere = |store: &Store| store.vvr.contains(&name) || store.flink.contains(&name);
    data::STORES.iter().any(|store| store.blink.contains(&name)) && !data::STORES.iter().any(is_elsewhere)
}

/// True for connectors that VVR has and Flink has not.
pub(crate) fn is_only_in_vvr(name: &str) -> bool {
    data::STORES.iter().any(|store| store.vvr.contains(&name)) && !data::STORES.iter().any(|store| store.flink.contains(&name))
}
