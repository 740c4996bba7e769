//! DataFusion without anything of ours, for comparison: `plain-datafusion csv|json|parquet|none FILE SQL` runs a query over the table `events`.

use datafusion::arrow::datatypes::{DataType, Field, Schema, TimeUnit};
use datafusion::error::Result;
use datafusion::prelude::{CsvReadOptions, JsonReadOptions, ParquetReadOptions, SessionContext};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let [_, format, file, sql] = args.as_slice() else {
        eprintln!("usage: plain-datafusion csv|json|parquet|none FILE SQL");
        std::process::exit(2);
    };
    tokio::runtime::Runtime::new()?.block_on(run(format, file, sql))
}

async fn run(format: &str, file: &str, sql: &str) -> Result<()> {
    let context = SessionContext::new();
    let schema = schema();
    match format {
        "csv" => context.register_csv("events", file, CsvReadOptions::new().has_header(false).schema(&schema)).await?,
        "json" => context.register_json("events", file, JsonReadOptions::default().schema(&schema)).await?,
        "parquet" => context.register_parquet("events", file, ParquetReadOptions::default()).await?,
        _ => {}
    }
    context.sql(sql).await?.show().await
}

fn schema() -> Schema {
    Schema::new(vec![
        Field::new("id", DataType::Int64, true),
        Field::new("user_id", DataType::Int32, true),
        Field::new("category", DataType::Utf8View, true),
        Field::new("price", DataType::Float64, true),
        Field::new("qty", DataType::Int32, true),
        Field::new("ts", DataType::Timestamp(TimeUnit::Millisecond, None), true),
    ])
}
