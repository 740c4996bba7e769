//! Functions against what Flink gives.

mod cast;
mod conditional;
mod harness;
mod json;
mod operators;
