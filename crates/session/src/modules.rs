//! Modules: where built-in functions come from, and in which order they are searched.

/// The module of Flink's built-in functions.
pub(crate) const CORE: &str = "core";

/// The loaded modules and those in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modules {
    loaded: Vec<String>,
    used: Vec<String>,
}

impl Default for Modules {
    fn default() -> Self {
        Modules { loaded: vec![CORE.into()], used: vec![CORE.into()] }
    }
}

impl Modules {
    /// In the order in which they are searched.
    pub fn used(&self) -> &[String] {
        &self.used
    }

    /// The used ones first, then the others in the order they were loaded.
    pub fn all(&self) -> Vec<(&str, bool)> {
        let used = self.used.iter().map(|name| (name.as_str(), true));
        let unused = self.loaded.iter().filter(|name| !self.used.contains(name)).map(|name| (name.as_str(), false));
        used.chain(unused).collect()
    }

    pub fn is_loaded(&self, name: &str) -> bool {
        self.loaded.iter().any(|loaded| loaded == name)
    }

    /// Whether built-in functions can be called.
    pub fn has_core(&self) -> bool {
        self.used.iter().any(|used| used == CORE)
    }

    /// Loads a module and uses it last.
    pub fn load(&mut self, name: &str) {
        self.loaded.push(name.to_string());
        self.used.push(name.to_string());
    }

    /// Forgets a module; false when it was not loaded.
    pub fn unload(&mut self, name: &str) -> bool {
        let found = self.is_loaded(name);
        self.loaded.retain(|loaded| loaded != name);
        self.used.retain(|used| used != name);
        found
    }

    /// Uses only these, in this order.
    pub fn use_only(&mut self, names: Vec<String>) {
        self.used = names;
    }
}
