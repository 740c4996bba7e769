//! `tamias render`: the command, and what real Flink says to what it writes.

mod command;
mod flink;
mod golden;
mod support;
