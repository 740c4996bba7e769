//! The streaming engine: vectorised push operators, the worker that drives them, and jobs.
//!
//! A [`Dataflow`] is a graph of sources and [`Operator`]s. A worker polls the sources and pushes each [`table::changelog::Batch`] through the
//! operators on one thread; nothing blocks inside an operator. A [`Job`] is a running dataflow that can be cancelled.
//! What both modes share about sinks is here too: [`ConstraintEnforcer`].

mod dataflow;
mod diagnostics;
mod enforce;
mod job;
mod operator;
pub mod operators;
mod worker;

pub use dataflow::{Dataflow, NodeId};
pub use diagnostics::DIAGNOSTICS;
pub use enforce::{ConstraintEnforcer, LengthPolicy, NullPolicy};
pub use job::{Job, JobEnd};
pub use operator::{Operator, Out, Source};
