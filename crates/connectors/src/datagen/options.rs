//! The options of the datagen connector. `#` is a column, or the path of what is inside it: `row.field`, `array.element`, `map.key`.

use options::OptionSpec;

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::long("rows-per-second").default("10000").doc("How many rows a second in streaming mode. Batch mode does not wait."),
    OptionSpec::long("number-of-rows").doc("How many rows in all. Without it there is no end, and batch mode refuses the table."),
    OptionSpec::int("scan.parallelism").doc("How many tasks make rows."),
    OptionSpec::string("fields.#.kind").default("random").doc("How values are made: `random`, or `sequence` from `start` to `end`."),
    OptionSpec::string("fields.#.min").doc("The least random number; by default the least of the type."),
    OptionSpec::string("fields.#.max").doc("The greatest random number; by default the greatest of the type."),
    OptionSpec::duration("fields.#.max-past").default("0").doc("How far before now a random TIMESTAMP may be."),
    OptionSpec::int("fields.#.length").doc("The length of random text and bytes (100), and the size of collections (3)."),
    OptionSpec::boolean("fields.#.var-len").default("false").doc("Random text and bytes have any length from 1 to `length`."),
    OptionSpec::string("fields.#.start").doc("The first value of a sequence."),
    OptionSpec::string("fields.#.end").doc("The last value of a sequence. The shortest sequence ends the table."),
    OptionSpec::float("fields.#.null-rate").default("0").doc("The share of NULL among random values, from 0 to 1."),
];
