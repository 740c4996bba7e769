//! How many tokens a second are read, on one core, over a script that is made up of common statements.

extern crate tamias_sql as sql;

use diag::SourceId;
use std::hint::black_box;
use std::time::Instant;

const BLOCK: &str = "CREATE TABLE orders_{n} (
  order_id BIGINT NOT NULL COMMENT 'the key',
  price DECIMAL(10, 2),
  tags ARRAY<STRING>,
  ts TIMESTAMP(3),
  cost AS price * 0.8,
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND,
  PRIMARY KEY (order_id) NOT ENFORCED
) WITH ('connector' = 'kafka', 'topic' = 'orders_{n}', 'format' = 'json', 'scan.startup.mode' = 'earliest-offset');

-- the best of every window
INSERT INTO best_{n}
SELECT window_start, o.order_id, UPPER(o.name) AS name, SUM(o.price * (1 - o.discount)) OVER (PARTITION BY o.name ORDER BY o.ts) AS total,
  CASE WHEN o.price BETWEEN 1 AND 10 THEN 'cheap' WHEN o.price > 100 AND o.qty IN (1, 2, 3) THEN 'dear' ELSE NULL END
FROM TABLE(TUMBLE(TABLE orders_{n}, DESCRIPTOR(ts), INTERVAL '10' MINUTES)) AS o
LEFT JOIN users /*+ OPTIONS('lookup.cache' = 'PARTIAL') */ FOR SYSTEM_TIME AS OF o.proctime AS u ON o.user_id = u.id AND u.active IS TRUE
WHERE o.price > 0 AND (o.name LIKE 'a%' OR o.name IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM blocked b WHERE b.id = o.user_id)
GROUP BY window_start, window_end, o.order_id HAVING COUNT(DISTINCT o.order_id) > 1;
";

fn main() {
    let text: String = (0..3000).map(|n| BLOCK.replace("{n}", &n.to_string())).collect();
    let tokens = sql::lex(SourceId(0), &text).tokens.len();
    let lexed = best_of(5, || drop(black_box(sql::lex(SourceId(0), black_box(&text)))));
    let parsed = best_of(5, || drop(black_box(sql::parse(SourceId(0), black_box(&text)))));
    assert!(sql::parse(SourceId(0), &text).diagnostics.is_empty());
    report("lex", tokens, lexed);
    report("parse", tokens, parsed);
}

fn best_of(runs: usize, mut run: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..runs {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

#[expect(clippy::print_stdout, reason = "the report is what a bench is for")]
fn report(what: &str, tokens: usize, seconds: f64) {
    println!("{what:6} {tokens} tokens in {:7.2} ms: {:5.2} million tokens/s", seconds * 1e3, tokens as f64 / seconds / 1e6);
}
