//! Results and messages as text, as Flink's SQL client prints them. Nothing here prints by itself: writers take an output.

mod delimited;
pub mod messages;
mod spool;
mod tableau;
mod width;

pub use delimited::CsvWriter;
pub use tableau::{BatchTableau, DEFAULT_COLUMN_WIDTH, NULL, StreamEnd, StreamTableau, print_content, stream_width};
pub use width::width;
