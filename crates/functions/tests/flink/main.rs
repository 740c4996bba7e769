//! Functions against what Flink gives.

mod cast;
mod conditional;
mod harness;
mod operators;
