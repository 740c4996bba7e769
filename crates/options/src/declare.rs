//! What an option is: key, kind, default, documentation. Every owner (connector, format, catalog, configuration) keeps one
//! `static` slice of [`OptionSpec`]; checks, typed values, completion and the reference pages follow from it.
//!
//! ```
//! # use tamias_options as options;
//! use options::OptionSpec;
//!
//! pub static OPTIONS: &[OptionSpec] = &[
//!     OptionSpec::string("path").required().doc("The file or directory."),
//!     OptionSpec::duration("source.monitor-interval").doc("How often to look for new files."),
//!     OptionSpec::enumeration("scan.startup.mode", &["earliest-offset", "latest-offset"]).default("latest-offset").doc("Where to begin."),
//!     OptionSpec::string("fields.#.kind").default("random").doc("How the values of a field are made."),
//!     OptionSpec::prefix("properties.*").doc("Settings that are passed on as they are."),
//! ];
//! ```

use crate::{OptionRule, Value};
use std::borrow::Cow;

/// The declaration of one option, or of a family of options.
///
/// A `#` between two dots of the key stands for the path of a field (`fields.#.kind`), a final `.*` for any rest (`properties.*`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The key, without the prefix of its format.
    pub key: &'static str,
    /// What values look like.
    pub kind: ValueKind,
    /// The value when none is given, as text.
    pub default: Option<&'static str>,
    /// For the reference, one sentence or more.
    pub doc: &'static str,
    /// True when it must be given.
    pub required: bool,
    /// True when the value never prints, whatever the key is called.
    pub secret: bool,
    /// True when it is accepted but not shown in lists.
    pub hidden: bool,
    /// Other keys that are read when this one is not given.
    pub fallback_keys: &'static [&'static str],
    /// Former names, which are still read, with a warning.
    pub deprecated_keys: &'static [&'static str],
    /// Flink's class of an enumeration, which its error messages name.
    pub java_enum: Option<&'static str>,
}

/// What the text of an option value must look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Any text.
    String,
    /// `true` or `false`, in any case.
    Boolean,
    /// A 32-bit whole number.
    Int,
    /// A 64-bit whole number.
    Long,
    /// A 32-bit floating point number.
    Float,
    /// A 64-bit floating point number.
    Double,
    /// `10 min`, `500 ms`, `PT3M`; a bare number counts milliseconds.
    Duration,
    /// `128 mb`; a bare number counts bytes.
    MemorySize,
    /// One character.
    Char,
    /// The name of a Java class.
    Class,
    /// One of these words, in any case.
    Enum(&'static [&'static str]),
    /// `a;b;c`
    List,
    /// A list of these words, in any case.
    EnumList(&'static [&'static str]),
    /// `k:v,k:v`, or one option `key.k` for each entry.
    Map,
}

impl OptionSpec {
    const fn new(key: &'static str, kind: ValueKind) -> Self {
        OptionSpec {
            key,
            kind,
            default: None,
            doc: "",
            required: false,
            secret: false,
            hidden: false,
            fallback_keys: &[],
            deprecated_keys: &[],
            java_enum: None,
        }
    }

    /// Declares an option that takes any text.
    pub const fn string(key: &'static str) -> Self {
        Self::new(key, ValueKind::String)
    }

    /// Declares an option that is true or false.
    pub const fn boolean(key: &'static str) -> Self {
        Self::new(key, ValueKind::Boolean)
    }

    /// Declares an option that takes a 32-bit whole number.
    pub const fn int(key: &'static str) -> Self {
        Self::new(key, ValueKind::Int)
    }

    /// Declares an option that takes a 64-bit whole number.
    pub const fn long(key: &'static str) -> Self {
        Self::new(key, ValueKind::Long)
    }

    /// Declares an option that takes a 32-bit floating point number.
    pub const fn float(key: &'static str) -> Self {
        Self::new(key, ValueKind::Float)
    }

    /// Declares an option that takes a 64-bit floating point number.
    pub const fn double(key: &'static str) -> Self {
        Self::new(key, ValueKind::Double)
    }

    /// Declares an option that takes a length of time.
    pub const fn duration(key: &'static str) -> Self {
        Self::new(key, ValueKind::Duration)
    }

    /// Declares an option that takes a number of bytes.
    pub const fn memory_size(key: &'static str) -> Self {
        Self::new(key, ValueKind::MemorySize)
    }

    /// Declares an option that takes one character.
    pub const fn character(key: &'static str) -> Self {
        Self::new(key, ValueKind::Char)
    }

    /// Declares an option that takes the name of a Java class.
    pub const fn class(key: &'static str) -> Self {
        Self::new(key, ValueKind::Class)
    }

    /// Declares an option that takes one of some words.
    pub const fn enumeration(key: &'static str, words: &'static [&'static str]) -> Self {
        Self::new(key, ValueKind::Enum(words))
    }

    /// Declares an option that takes a list of texts.
    pub const fn list(key: &'static str) -> Self {
        Self::new(key, ValueKind::List)
    }

    /// Declares an option that takes a list of some words.
    pub const fn enum_list(key: &'static str, words: &'static [&'static str]) -> Self {
        Self::new(key, ValueKind::EnumList(words))
    }

    /// Declares an option that takes a map, whole or as one option for each entry.
    pub const fn map(key: &'static str) -> Self {
        Self::new(key, ValueKind::Map)
    }

    /// Declares all keys with a prefix, written `prefix.*`.
    pub const fn prefix(key: &'static str) -> Self {
        Self::new(key, ValueKind::String)
    }

    /// Sets the value when none is given.
    pub const fn default(mut self, text: &'static str) -> Self {
        self.default = Some(text);
        self
    }

    /// Documents the option.
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }

    /// Demands that the option is given.
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Keeps the value out of all output.
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// Keeps the option out of lists.
    pub const fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }

    /// Names other keys that are read when this one is not given.
    pub const fn fallback(mut self, keys: &'static [&'static str]) -> Self {
        self.fallback_keys = keys;
        self
    }

    /// Names former keys of this option.
    pub const fn deprecated(mut self, keys: &'static [&'static str]) -> Self {
        self.deprecated_keys = keys;
        self
    }

    /// Names Flink's class of the enumeration.
    pub const fn java_enum(mut self, class: &'static str) -> Self {
        self.java_enum = Some(class);
        self
    }

    /// True for a single option, false for a family.
    pub fn is_exact(&self) -> bool {
        !self.key.contains('#') && !self.key.ends_with(".*")
    }

    /// True when a key, without the prefix of its format, belongs to this declaration. Former and fallback keys do not count.
    pub fn matches(&self, key: &str) -> bool {
        if let Some(start) = self.key.strip_suffix('*') {
            return key.len() > start.len() && key.starts_with(start);
        }
        if self.kind == ValueKind::Map && self.map_entry(key).is_some() {
            return true;
        }
        key == self.key || self.field_in(key).is_some()
    }

    /// The path of the field that a key names in the place of `#`.
    pub fn field_in<'a>(&self, key: &'a str) -> Option<&'a str> {
        let (before, after) = self.key.split_once('#')?;
        let field = key.strip_prefix(before)?.strip_suffix(after)?;
        (!field.is_empty() && !field.starts_with('.') && !field.ends_with('.')).then_some(field)
    }

    /// The name of the entry when a key gives a single entry of this map or prefix.
    pub fn map_entry<'a>(&self, key: &'a str) -> Option<&'a str> {
        let stem = self.key.strip_suffix(".*").unwrap_or(self.key);
        key.strip_prefix(stem)?.strip_prefix('.').filter(|rest| !rest.is_empty())
    }

    /// The key for one field; the key itself when it has no `#`.
    pub fn key_for(&self, field: &str) -> Cow<'static, str> {
        match self.key.split_once('#') {
            Some((before, after)) => Cow::Owned(format!("{before}{field}{after}")),
            None => Cow::Borrowed(self.key),
        }
    }

    /// The declared default as a value.
    pub fn default_value(&self) -> Option<Value> {
        Value::parse(self, self.default?).ok()
    }
}

impl ValueKind {
    /// The name of the kind in references, as Flink names it.
    pub fn name(self) -> &'static str {
        match self {
            ValueKind::String | ValueKind::Class => "String",
            ValueKind::Boolean => "Boolean",
            ValueKind::Int => "Integer",
            ValueKind::Long => "Long",
            ValueKind::Float => "Float",
            ValueKind::Double => "Double",
            ValueKind::Duration => "Duration",
            ValueKind::MemorySize => "MemorySize",
            ValueKind::Char => "Character",
            ValueKind::Enum(_) => "Enum",
            ValueKind::List => "List<String>",
            ValueKind::EnumList(_) => "List<Enum>",
            ValueKind::Map => "Map",
        }
    }
}

/// Some options of one owner as they apply to one table, function or catalog: under a prefix, for certain fields.
#[derive(Clone, Debug)]
pub struct OptionGroup {
    /// The owner as messages name it: `connector 'kafka'`.
    pub owner: String,
    /// What stands in front of the keys: `csv.`, `key.csv.`, or nothing.
    pub prefix: String,
    /// The declarations.
    pub specs: &'static [OptionSpec],
    /// False when the owner may know options that are not declared here.
    pub complete: bool,
    /// What `#` may stand for; `None` allows anything.
    pub fields: Option<Vec<String>>,
    /// How the options depend on each other.
    pub rules: &'static [OptionRule],
}

impl OptionGroup {
    /// The options of a connector.
    pub fn connector(name: &str, specs: &'static [OptionSpec]) -> Self {
        Self::new(format!("connector '{name}'"), "", specs)
    }

    /// The options of a format, which carry its name in front.
    pub fn format(name: &str, specs: &'static [OptionSpec]) -> Self {
        Self::new(format!("format '{name}'"), format!("{name}."), specs)
    }

    /// The options of any other owner.
    pub fn new(owner: impl Into<String>, prefix: impl Into<String>, specs: &'static [OptionSpec]) -> Self {
        OptionGroup { owner: owner.into(), prefix: prefix.into(), specs, complete: true, fields: None, rules: &[] }
    }

    /// Puts the keys under a further prefix: `key.` makes `csv.null-literal` into `key.csv.null-literal`.
    pub fn under(mut self, prefix: &str) -> Self {
        self.prefix.insert_str(0, prefix);
        self
    }

    /// Says how the options depend on each other.
    pub fn with_rules(mut self, rules: &'static [OptionRule]) -> Self {
        self.rules = rules;
        self
    }

    /// Allows options that are not declared, with a warning only where nothing similar is.
    pub fn incomplete(mut self) -> Self {
        self.complete = false;
        self
    }

    /// Says which fields `#` may stand for.
    pub fn with_fields(mut self, fields: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.fields = Some(fields.into_iter().map(Into::into).collect());
        self
    }

    /// The declaration that a full key belongs to.
    pub fn find(&self, key: &str) -> Option<&'static OptionSpec> {
        let key = key.strip_prefix(self.prefix.as_str())?;
        self.specs.iter().find(|spec| spec.key == key).or_else(|| self.specs.iter().find(|spec| self.accepts(spec, key)))
    }

    fn accepts(&self, spec: &OptionSpec, key: &str) -> bool {
        let known_field = |field: &str| self.fields.as_ref().is_none_or(|fields| fields.iter().any(|f| f == field));
        spec.matches(key) && spec.field_in(key).is_none_or(known_field)
    }

    /// The full keys to offer: those of single options, and of families for the known fields.
    pub fn keys(&self) -> Vec<String> {
        let shown = self.specs.iter().filter(|spec| !spec.hidden && !spec.key.ends_with('*'));
        shown.flat_map(|spec| self.keys_of(spec)).collect()
    }

    fn keys_of(&self, spec: &OptionSpec) -> Vec<String> {
        if spec.is_exact() {
            return vec![format!("{}{}", self.prefix, spec.key)];
        }
        let fields = self.fields.iter().flatten();
        fields.map(|field| format!("{}{}", self.prefix, spec.key_for(field))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static SPECS: &[OptionSpec] = &[
        OptionSpec::string("path").required(),
        OptionSpec::string("fields.#.kind").default("random"),
        OptionSpec::prefix("properties.*"),
        OptionSpec::map("headers"),
        OptionSpec::boolean("old").hidden(),
    ];

    #[test]
    fn keys_match_single_options_fields_prefixes_and_map_entries() {
        let group = OptionGroup::connector("x", SPECS);
        let key_of = |key: &str| group.find(key).map(|spec| spec.key);
        assert_eq!(key_of("path"), Some("path"));
        assert_eq!(key_of("path.x"), None);
        assert_eq!(key_of("fields.a.kind"), Some("fields.#.kind"));
        assert_eq!(key_of("fields.a.b.kind"), Some("fields.#.kind"));
        assert_eq!(key_of("fields..kind"), None);
        assert_eq!(key_of("fields.kind"), None);
        assert_eq!(key_of("properties.group.id"), Some("properties.*"));
        assert_eq!(key_of("properties."), None);
        assert_eq!(key_of("headers"), Some("headers"));
        assert_eq!(key_of("headers.accept"), Some("headers"));
    }

    #[test]
    fn a_group_offers_its_keys_under_its_prefix() {
        let group = OptionGroup::format("csv", SPECS).under("key.").with_fields(["a", "r.b"]);
        assert_eq!(group.keys(), ["key.csv.path", "key.csv.fields.a.kind", "key.csv.fields.r.b.kind", "key.csv.headers"]);
        assert!(group.find("key.csv.fields.r.b.kind").is_some());
        assert!(group.find("key.csv.fields.zz.kind").is_none());
        assert!(group.find("csv.path").is_none());
    }
}
