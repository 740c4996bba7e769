//! What a test is run with: the clock, the time zone, the seed, variables and the like.

use super::Word;
use super::words::mistake;
use crate::testing::data::instant;
use diag::{Diagnostic, Span};
use table::zone::Zone;
use workspace::yaml::{self, Entry};

const KEYS: &[&str] = &["clock", "zone", "seed", "mode", "environment", "variables", "configuration", "script", "init"];

/// The clock of a test that sets none: 2026-01-01 00:00:00 UTC.
const DEFAULT_CLOCK: i64 = 1_767_225_600_000;

/// What is said in front matter and in `yaml` blocks; what is nearer to a case replaces the same key.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    pub(crate) clock: Option<Word>,
    pub(crate) zone: Option<Word>,
    pub(crate) seed: Option<u64>,
    pub(crate) mode: Option<String>,
    pub(crate) environment: Option<Word>,
    pub(crate) variables: Vec<(String, String)>,
    pub(crate) configuration: Vec<(Word, Word)>,
    pub(crate) script: Option<Word>,
    pub(crate) init: Option<Vec<Word>>,
}

impl Settings {
    /// Reads a block and puts it over what holds so far.
    pub(super) fn read(&mut self, source: diag::SourceId, text: &str, found: &mut Vec<Diagnostic>) {
        for entry in yaml::read(source, text, found) {
            self.entry(entry, found);
        }
    }

    fn entry(&mut self, entry: Entry, found: &mut Vec<Diagnostic>) {
        let Entry { key, value, .. } = &entry;
        let text = |found: &mut Vec<Diagnostic>| {
            let span = value.span;
            value.clone().into_text(&format!("'{key}'"), found).map(|text| Word { text, quoted: true, span })
        };
        match key.as_str() {
            "clock" => self.clock = text(found).or(self.clock.take()),
            "zone" => {
                let zone = text(found);
                if let Some(zone) = zone.as_ref().filter(|zone| Zone::parse_session(&zone.text).is_none()) {
                    found.push(mistake(zone.span, format!("'{}' is not a time zone", zone.text)));
                }
                self.zone = zone.or(self.zone.take());
            }
            "seed" => match text(found) {
                Some(seed) if seed.text.parse::<u64>().is_err() => {
                    found.push(mistake(seed.span, format!("'{}' is not a seed: a whole number from 0", seed.text)));
                }
                seed => self.seed = seed.and_then(|seed| seed.text.parse().ok()),
            },
            "mode" => match text(found) {
                Some(mode) if !["batch", "streaming"].contains(&mode.text.as_str()) => {
                    found.push(mistake(mode.span, format!("'{}' is not a mode: batch or streaming", mode.text)));
                }
                mode => self.mode = mode.map(|mode| mode.text),
            },
            "environment" => self.environment = text(found),
            "script" => self.script = text(found),
            "init" => {
                let files = entry.value.into_list("'init'", found).into_iter();
                let words = files.filter_map(|node| {
                    let span = node.span;
                    Some(Word { text: node.into_text("a file of 'init'", found)?, quoted: true, span })
                });
                self.init = Some(words.collect());
            }
            "variables" => {
                for (key, value) in pairs(entry, found) {
                    self.variables.retain(|(known, _)| *known != key.text);
                    self.variables.push((key.text, value.text));
                }
            }
            "configuration" => {
                for (key, value) in pairs(entry, found) {
                    self.configuration.retain(|(known, _)| known.text != key.text);
                    self.configuration.push((key, value));
                }
            }
            _ => found.push(yaml::unknown_key(&entry, "a test", KEYS)),
        }
    }

    pub(crate) fn zone(&self) -> Zone {
        self.zone.as_ref().and_then(|zone| Zone::parse_session(&zone.text)).unwrap_or(Zone::UTC)
    }

    /// The time of the clock, which stands still; a mistake when it is written wrongly.
    pub(crate) fn now_millis(&self) -> Result<i64, Box<Diagnostic>> {
        let Some(clock) = &self.clock else { return Ok(DEFAULT_CLOCK) };
        let Some(time) = instant(&clock.text, self.zone()) else {
            let help = "Write it as 2026-03-01 12:00:00, in the zone of the test, or with Z or an offset behind it.";
            return Err(Box::new(mistake(clock.span, format!("'{}' is not a time", clock.text)).with_help(help)));
        };
        Ok(time.millis)
    }
}

fn pairs(entry: Entry, found: &mut Vec<Diagnostic>) -> Vec<(Word, Word)> {
    let what = format!("'{}'", entry.key);
    let entries = entry.value.into_map(&what, found);
    let pair = |entry: Entry, found: &mut Vec<Diagnostic>| {
        let span: Span = entry.value.span;
        let text = entry.value.into_text(&format!("'{}'", entry.key), found)?;
        Some((Word { text: entry.key, quoted: true, span: entry.key_span }, Word { text, quoted: true, span }))
    };
    entries.into_iter().filter_map(|entry| pair(entry, found)).collect()
}
