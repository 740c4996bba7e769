//! Results and messages as text, as Flink's SQL client prints them. Nothing here prints by itself: writers take an output.

mod delimited;
mod fit;
mod json;
pub mod messages;
mod rows;
mod spool;
mod tableau;
mod width;

pub use delimited::CsvWriter;
pub use json::JsonWriter;
pub use rows::RowText;
pub use tableau::{BatchTableau, DEFAULT_COLUMN_WIDTH, NULL, StreamEnd, StreamTableau, print_content, received, stream_width};
pub use width::width;
