//! Options from several layers: which value holds, and which ones it shadows.

use crate::{Layer, Origin, secret};
use diag::Span;
use indexmap::IndexMap;
use std::collections::BTreeMap;
use std::fmt;

/// The text of an option with its origin. Two values are equal when their texts are, wherever they come from.
#[derive(Clone, Debug)]
pub struct OptionValue {
    /// The value as written, without quotes.
    pub text: String,
    /// Who gave it, and where its key stands.
    pub origin: Origin,
    /// Where the value stands, without its quotes.
    pub span: Span,
}

impl OptionValue {
    /// A value whose place in the text is that of its key.
    pub fn new(text: impl Into<String>, origin: Origin) -> Self {
        OptionValue { text: text.into(), origin, span: origin.span }
    }

    /// Says where the value itself stands.
    pub fn at(mut self, span: Span) -> Self {
        self.span = span;
        self
    }
}

impl PartialEq for OptionValue {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for OptionValue {}

/// A map of option keys to the values that the layers give. The strongest layer wins, key by key; within a layer the last one given.
#[derive(Clone, Default)]
pub struct LayeredOptions {
    /// Each stack is ordered, the winner last.
    stacks: IndexMap<String, Vec<OptionValue>>,
}

/// The options of a table reference.
pub type TableOptions = LayeredOptions;

impl LayeredOptions {
    /// No options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a value whose place in the text is that of its key.
    pub fn set(&mut self, key: impl Into<String>, text: impl Into<String>, origin: Origin) {
        self.insert(key, OptionValue::new(text, origin));
    }

    /// Gives a value.
    pub fn insert(&mut self, key: impl Into<String>, value: OptionValue) {
        let stack = self.stacks.entry(key.into()).or_default();
        let above = stack.partition_point(|v| v.origin.layer <= value.origin.layer);
        stack.insert(above, value);
    }

    /// Adds all values of another map; of equal layers, those of the other map win.
    pub fn merge(&mut self, other: &LayeredOptions) {
        for (key, stack) in &other.stacks {
            for value in stack {
                self.insert(key.clone(), value.clone());
            }
        }
    }

    /// Takes away what one layer says about a key; tells whether there was anything.
    pub fn reset(&mut self, key: &str, layer: Layer) -> bool {
        let Some(stack) = self.stacks.get_mut(key) else { return false };
        let before = stack.len();
        stack.retain(|v| v.origin.layer != layer);
        let changed = stack.len() < before;
        if stack.is_empty() {
            self.stacks.shift_remove(key);
        }
        changed
    }

    /// Keeps only the values that a test accepts.
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &OptionValue) -> bool) {
        self.stacks.retain(|key, stack| {
            stack.retain(|value| keep(key, value));
            !stack.is_empty()
        });
    }

    /// The value that holds.
    pub fn winner(&self, key: &str) -> Option<&OptionValue> {
        self.stacks.get(key)?.last()
    }

    /// The text that holds.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.winner(key).map(|v| v.text.as_str())
    }

    /// The values that do not hold, the strongest first.
    pub fn shadowed(&self, key: &str) -> impl Iterator<Item = &OptionValue> {
        self.stacks.get(key).into_iter().flat_map(|stack| stack.iter().rev().skip(1))
    }

    /// The values that hold, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &OptionValue)> {
        let winners = self.stacks.iter().filter_map(|(key, stack)| Some((key.as_str(), stack.last()?)));
        winners.collect::<BTreeMap<_, _>>().into_iter()
    }

    /// The keys in the order in which they were first given.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.stacks.keys().map(String::as_str)
    }

    /// The texts that hold.
    pub fn to_map(&self) -> BTreeMap<String, String> {
        self.iter().map(|(key, value)| (key.to_string(), value.text.clone())).collect()
    }

    /// How many keys have a value.
    pub fn len(&self) -> usize {
        self.stacks.len()
    }

    /// True when no key has a value.
    pub fn is_empty(&self) -> bool {
        self.stacks.is_empty()
    }
}

/// Shows no secrets.
impl fmt::Debug for LayeredOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(key, value)| (key, secret::shown(key, &value.text, None)))).finish()
    }
}

/// Equal when the same values hold.
impl PartialEq for LayeredOptions {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(entries: &[(&str, &str, Layer)]) -> LayeredOptions {
        let mut options = LayeredOptions::new();
        for (key, text, layer) in entries {
            options.set(*key, *text, Origin::nowhere(*layer));
        }
        options
    }

    #[test]
    fn the_strongest_layer_wins_key_by_key() {
        let table = options(&[("topic", "a", Layer::Definition), ("mode", "x", Layer::Definition), ("mode", "y", Layer::Hint)]);
        let session = options(&[("mode", "z", Layer::Set), ("group", "g", Layer::SetForMode), ("group", "h", Layer::Set)]);
        let mut all = table.clone();
        all.merge(&session);
        assert_eq!(all.get("topic"), Some("a"));
        assert_eq!(all.get("mode"), Some("y"));
        assert_eq!(all.get("group"), Some("g"));
        let shadowed: Vec<_> = all.shadowed("mode").map(|v| (v.text.as_str(), v.origin.layer)).collect();
        assert_eq!(shadowed, [("z", Layer::Set), ("x", Layer::Definition)]);
        assert_eq!(all.iter().map(|(k, _)| k).collect::<Vec<_>>(), ["group", "mode", "topic"]);
    }

    #[test]
    fn the_last_value_of_a_layer_wins() {
        let mut set = options(&[("k", "1", Layer::Set), ("k", "2", Layer::Set), ("k", "0", Layer::Define)]);
        assert_eq!(set.get("k"), Some("2"));
        assert!(set.reset("k", Layer::Set));
        assert_eq!(set.get("k"), Some("0"));
        assert!(!set.reset("k", Layer::Set));
    }

    #[test]
    fn equality_ignores_origins() {
        assert_eq!(options(&[("k", "1", Layer::Set)]), options(&[("k", "1", Layer::Hint), ("k", "0", Layer::Default)]));
        assert_ne!(options(&[("k", "1", Layer::Set)]), options(&[("k", "2", Layer::Set)]));
    }
}
