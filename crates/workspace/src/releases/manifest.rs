//! What a version is made of, as JSON.

use serde_json::{Map, Value, json};

/// The description of a version.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifest {
    pub version: u32,
    /// UTC, as ISO 8601.
    pub released_at: String,
    pub account: Option<String>,
    pub engine: String,
    /// The fingerprint of the files that the task is made of, whatever the environment.
    pub source: String,
    pub inputs: Vec<InputHash>,
    pub scripts: Vec<ReleasedScript>,
    pub functions: Vec<ReleasedFunction>,
    /// Tables by their names in production.
    pub reads: Vec<String>,
    pub writes: Vec<String>,
    /// Which columns come from which, with names of production.
    pub lineage: Value,
    /// The older version whose content this is.
    pub rollback_of: Option<u32>,
}

/// A file that a task is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputHash {
    /// From the root of the workspace.
    pub path: String,
    pub sha256: String,
}

/// The script of one mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReleasedScript {
    pub mode: String,
    pub file: String,
    pub target: String,
    pub sha256: String,
}

/// A function of a project that the task calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReleasedFunction {
    /// `project:name`
    pub name: String,
    pub class: String,
    pub jars: Vec<String>,
}

impl Manifest {
    /// Whether two versions hold the same: files, scripts, functions and engine.
    pub(super) fn is_same(&self, other: &Manifest) -> bool {
        let content = |m: &Manifest| (m.source.clone(), m.engine.clone(), m.scripts.clone(), m.functions.clone());
        content(self) == content(other)
    }

    pub(super) fn to_json(&self) -> String {
        let inputs = self.inputs.iter().map(|input| json!({"path": input.path, "sha256": input.sha256}));
        let scripts = self
            .scripts
            .iter()
            .map(|script| json!({"mode": script.mode, "file": script.file, "target": script.target, "sha256": script.sha256}));
        let functions =
            self.functions.iter().map(|function| json!({"name": function.name, "class": function.class, "jars": function.jars}));
        let mut object = json!({
            "version": self.version,
            "released_at": self.released_at,
            "account": self.account,
            "engine": self.engine,
            "source": self.source,
            "inputs": inputs.collect::<Vec<_>>(),
            "scripts": scripts.collect::<Vec<_>>(),
            "functions": functions.collect::<Vec<_>>(),
            "reads": self.reads,
            "writes": self.writes,
            "lineage": self.lineage,
        });
        if let (Some(number), Some(map)) = (self.rollback_of, object.as_object_mut()) {
            map.insert("rollback_of".to_owned(), json!(number));
        }
        format!("{object:#}\n")
    }

    pub(super) fn parse(text: &str) -> Result<Manifest, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let map = value.as_object().ok_or("it is no object")?;
        let number = |key: &str| map.get(key).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
        Ok(Manifest {
            version: number("version").ok_or("it has no version")?,
            released_at: text_of(map, "released_at")?,
            account: map.get("account").and_then(Value::as_str).map(str::to_owned),
            engine: text_of(map, "engine")?,
            source: text_of(map, "source")?,
            inputs: list(map, "inputs", |input| Ok(InputHash { path: text_of(input, "path")?, sha256: text_of(input, "sha256")? }))?,
            scripts: list(map, "scripts", |script| {
                Ok(ReleasedScript {
                    mode: text_of(script, "mode")?,
                    file: plain_name(text_of(script, "file")?)?,
                    target: text_of(script, "target")?,
                    sha256: text_of(script, "sha256")?,
                })
            })?,
            functions: list(map, "functions", |function| {
                Ok(ReleasedFunction { name: text_of(function, "name")?, class: text_of(function, "class")?, jars: texts(function, "jars") })
            })?,
            reads: texts(map, "reads"),
            writes: texts(map, "writes"),
            lineage: map.get("lineage").cloned().unwrap_or_default(),
            rollback_of: number("rollback_of"),
        })
    }
}

fn text_of(map: &Map<String, Value>, key: &str) -> Result<String, String> {
    map.get(key).and_then(Value::as_str).map(str::to_owned).ok_or_else(|| format!("'{key}' is no text"))
}

fn texts(map: &Map<String, Value>, key: &str) -> Vec<String> {
    let list = map.get(key).and_then(Value::as_array).into_iter().flatten();
    list.filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

fn list<T>(map: &Map<String, Value>, key: &str, read: impl Fn(&Map<String, Value>) -> Result<T, String>) -> Result<Vec<T>, String> {
    let list = map.get(key).and_then(Value::as_array).ok_or_else(|| format!("'{key}' is no list"))?;
    list.iter().map(|entry| entry.as_object().ok_or_else(|| format!("'{key}' has something that is no object")).and_then(&read)).collect()
}

/// A file beside the manifest, and nothing elsewhere.
fn plain_name(name: String) -> Result<String, String> {
    if name.contains(['/', '\\']) || name.starts_with('.') { Err(format!("'{name}' is no file beside it")) } else { Ok(name) }
}
