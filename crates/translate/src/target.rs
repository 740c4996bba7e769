//! The engines that SQL can be written for.

use workspace::Dialect;

/// A family of engines with one dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    Blink,
    /// Ververica Runtime.
    Vvr,
    /// Apache Flink.
    Flink,
}

/// An engine and its version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    Flink1_20,
    Flink2_3,
    /// Based on Flink 1.17.
    Vvr8,
    Blink3_6,
}

/// Whether the job runs once over what is there, or goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    Streaming,
    Batch,
}

impl Target {
    pub const ALL: [Target; 4] = [Target::Flink1_20, Target::Flink2_3, Target::Vvr8, Target::Blink3_6];

    /// The name that the command line and the configuration use.
    pub fn name(self) -> &'static str {
        match self {
            Target::Flink1_20 => "flink-1.20",
            Target::Flink2_3 => "flink-2.3",
            Target::Vvr8 => "vvr-8",
            Target::Blink3_6 => "blink-3.6",
        }
    }

    /// The name in sentences.
    pub fn title(self) -> &'static str {
        match self {
            Target::Flink1_20 => "Flink 1.20",
            Target::Flink2_3 => "Flink 2.3",
            Target::Vvr8 => "VVR 8",
            Target::Blink3_6 => "Blink 3.6",
        }
    }

    pub fn parse(name: &str) -> Option<Target> {
        Self::ALL.into_iter().find(|target| target.name() == name)
    }

    /// The one that is nearest to the engine of a task.
    pub fn for_engine(engine: &workspace::Engine) -> Target {
        match engine.dialect {
            Dialect::Blink => Target::Blink3_6,
            Dialect::Vvr => Target::Vvr8,
            Dialect::Flink if engine.version.starts_with("1.") => Target::Flink1_20,
            Dialect::Flink => Target::Flink2_3,
        }
    }

    pub fn engine(self) -> Engine {
        match self {
            Target::Flink1_20 | Target::Flink2_3 => Engine::Flink,
            Target::Vvr8 => Engine::Vvr,
            Target::Blink3_6 => Engine::Blink,
        }
    }

    pub(crate) fn is_blink(self) -> bool {
        self.engine() == Engine::Blink
    }

    /// True for the engines that know no SQL newer than that of Flink 1.20.
    pub(crate) fn is_before_flink_2(self) -> bool {
        self != Target::Flink2_3
    }
}

impl Engine {
    pub(crate) fn title(self) -> &'static str {
        match self {
            Engine::Blink => "Blink",
            Engine::Vvr => "VVR",
            Engine::Flink => "Flink",
        }
    }
}

impl Mode {
    pub fn word(self) -> &'static str {
        match self {
            Mode::Streaming => "streaming",
            Mode::Batch => "batch",
        }
    }
}
