//! Flink's functions as functions of the engine.

mod aggregate;
mod scalar;

pub(crate) use aggregate::AggregateCallUdf;
pub(crate) use scalar::{KernelUdf, may_fail};
