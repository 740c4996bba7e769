//! Values as text, as Flink's client prints them and CAST to STRING gives them; and text as values.

mod datetime;
mod float;
mod format;
pub mod parse;

pub use datetime::{
    civil_from_days, days_from_civil, write_date, write_interval_millis, write_interval_months, write_time, write_timestamp,
};
pub use float::{write_double, write_float};
pub use format::{CellFormatter, Style, write_bitmap, write_decimal};
