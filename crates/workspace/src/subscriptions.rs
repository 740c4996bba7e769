//! Subscriptions to topics of TimeTunnel, which need a record before a job can read them.
//!
//! The protocol is not public, so a [`Subscriber`] stands for it. [`FileSubscriber`] keeps the records in the workspace: it is durable, and
//! asking twice for one (topic, job) subscribes once.

use diag::{Error, Result};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The job that a precompilation subscribes for, which has no name of its own.
pub const DEFAULT_JOB: &str = "default";

/// The connector whose topics need it.
pub const TIME_TUNNEL: &str = "tt";

const FILE: &str = "releases/subscriptions.json";

/// A topic, and the job that reads it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subscription {
    pub topic: String,
    pub job: String,
}

/// Whether anything had to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subscribed {
    Now,
    /// The record is there.
    Before,
}

/// Subscribes jobs to topics.
pub trait Subscriber {
    /// Subscribes once: when the record is there, nothing happens. `at` is the time in UTC.
    fn subscribe(&self, subscription: &Subscription, at: &str) -> Result<Subscribed>;

    /// All records.
    fn records(&self) -> Result<Vec<Subscription>>;
}

/// Records in a file of the workspace.
#[derive(Clone, Debug)]
pub struct FileSubscriber {
    path: PathBuf,
}

impl FileSubscriber {
    pub fn new(workspace: &Path) -> Self {
        FileSubscriber { path: workspace.join(FILE) }
    }

    fn read(&self) -> Result<Vec<Value>> {
        if !self.path.is_file() {
            return Ok(Vec::new());
        }
        let text = fs::read_to_string(&self.path).map_err(|error| self.failed("read", error))?;
        let value: Value = serde_json::from_str(&text).map_err(|error| self.damaged(&error.to_string()))?;
        match value {
            Value::Array(records) => Ok(records),
            _ => Err(self.damaged("it holds no list")),
        }
    }

    /// Writes beside the file and renames, so that the records are never half there.
    fn write(&self, records: &[Value]) -> Result<()> {
        let text = format!("{:#}\n", Value::Array(records.to_vec()));
        let hidden = self.path.with_file_name(format!(".subscriptions.{}", std::process::id()));
        let written = fs::File::create(&hidden).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&hidden, &self.path)
        });
        written.map_err(|error| {
            let _ = fs::remove_file(&hidden);
            self.failed("write", error)
        })
    }

    /// Held while records are read and written, so that two programs do not lose each other's.
    fn lock(&self) -> Result<fs::File> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| self.failed("write", error))?;
        let file = fs::File::create(folder.join(".subscriptions.lock")).map_err(|error| self.failed("write", error))?;
        file.lock().map_err(|error| self.failed("lock", error))?;
        Ok(file)
    }

    fn failed(&self, what: &str, error: std::io::Error) -> Error {
        Error::from(error).context(format!("cannot {what} '{}'", self.path.display()))
    }

    fn damaged(&self, why: &str) -> Error {
        Error::data(format!("'{}' does not hold records of subscriptions: {why}", self.path.display()))
    }
}

impl Subscriber for FileSubscriber {
    fn subscribe(&self, subscription: &Subscription, at: &str) -> Result<Subscribed> {
        let _lock = self.lock()?;
        let mut records = self.read()?;
        if records.iter().filter_map(subscription_of).any(|known| known == *subscription) {
            return Ok(Subscribed::Before);
        }
        records.push(json!({"topic": subscription.topic, "job": subscription.job, "since": at}));
        self.write(&records)?;
        Ok(Subscribed::Now)
    }

    fn records(&self) -> Result<Vec<Subscription>> {
        let records = self.read()?;
        records.iter().map(|record| subscription_of(record).ok_or_else(|| self.damaged("a record has no topic and job"))).collect()
    }
}

fn subscription_of(record: &Value) -> Option<Subscription> {
    let text = |key: &str| record.get(key).and_then(Value::as_str).map(str::to_owned);
    Some(Subscription { topic: text("topic")?, job: text("job")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_made_once_and_stays() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let ask = |topic: &str, job: &str| {
            let subscription = Subscription { topic: topic.into(), job: job.into() };
            FileSubscriber::new(folder.path()).subscribe(&subscription, "2026-01-31T00:00:00Z").expect("it can be written")
        };
        assert_eq!(ask("clicks", DEFAULT_JOB), Subscribed::Now);
        assert_eq!(ask("clicks", DEFAULT_JOB), Subscribed::Before);
        assert_eq!(ask("clicks", "a"), Subscribed::Now);
        assert_eq!(FileSubscriber::new(folder.path()).records().expect("they can be read").len(), 2);
    }

    #[test]
    fn many_at_once_lose_no_record() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let subscriber = FileSubscriber::new(folder.path());
        std::thread::scope(|scope| {
            for n in 0..8 {
                let subscriber = &subscriber;
                scope.spawn(move || {
                    for topic in ["a", "b"] {
                        let subscription = Subscription { topic: topic.into(), job: format!("job{}", n % 4) };
                        subscriber.subscribe(&subscription, "").expect("it can be written");
                    }
                });
            }
        });
        assert_eq!(subscriber.records().expect("they can be read").len(), 8);
    }

    #[test]
    fn a_damaged_file_is_not_overwritten() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        fs::create_dir(folder.path().join("releases")).expect("it can be made");
        fs::write(folder.path().join(FILE), "{}").expect("it can be written");
        let subscription = Subscription { topic: "t".into(), job: "j".into() };
        let error = FileSubscriber::new(folder.path()).subscribe(&subscription, "").expect_err("it is damaged");
        assert!(error.message.contains("does not hold records"), "{}", error.message);
        assert_eq!(fs::read_to_string(folder.path().join(FILE)).expect("it is there"), "{}");
    }
}
