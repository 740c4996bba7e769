use super::*;
use crate::{Layer, OptionRule, TABLE_OPTIONS};

static FILESYSTEM: &[OptionSpec] = &[
    OptionSpec::string("path").required(),
    OptionSpec::string("format").required(),
    OptionSpec::duration("source.monitor-interval"),
    OptionSpec::memory_size("sink.rolling-policy.file-size").default("128 mb"),
    OptionSpec::enumeration("source.report-statistics", &["NONE", "ALL"]).default("ALL"),
];

static CSV: &[OptionSpec] = &[
    OptionSpec::boolean("ignore-parse-errors").default("false"),
    OptionSpec::character("field-delimiter").default(","),
    OptionSpec::string("null-literal"),
];

static KAFKA: &[OptionSpec] = &[
    OptionSpec::list("topic"),
    OptionSpec::string("topic-pattern"),
    OptionSpec::string("properties.bootstrap.servers").required(),
    OptionSpec::prefix("properties.*"),
    OptionSpec::map("headers"),
    OptionSpec::string("sink.delivery-guarantee").deprecated(&["sink.semantic"]),
    OptionSpec::string("value.format").fallback(&["format"]),
    OptionSpec::string("password"),
    OptionSpec::int("retries").default("3"),
];

static RULES: &[OptionRule] = &[OptionRule::ExactlyOne(&["topic", "topic-pattern"]), OptionRule::Needs("topic-pattern", "value.format")];

static DATAGEN: &[OptionSpec] = &[OptionSpec::string("fields.#.kind").default("random"), OptionSpec::int("fields.#.length").default("100")];

fn given(entries: &[(&str, &str)]) -> LayeredOptions {
    let mut options = LayeredOptions::new();
    for (key, text) in entries {
        options.set(*key, *text, Origin::nowhere(Layer::Definition));
    }
    options
}

fn read(entries: &[(&str, &str)], groups: Vec<OptionGroup>) -> (ResolvedOptions, Vec<Diagnostic>) {
    resolve(Subject { name: "table 't'", span: Span::none() }, &given(entries), groups, Checks::Strict)
}

fn filesystem(entries: &[(&str, &str)]) -> (ResolvedOptions, Vec<Diagnostic>) {
    let entries = [&[("connector", "filesystem")], entries].concat();
    let own = OptionGroup::connector("filesystem", FILESYSTEM);
    read(&entries, vec![own, OptionGroup::connector("filesystem", TABLE_OPTIONS), OptionGroup::format("csv", CSV)])
}

fn kafka(entries: &[(&str, &str)]) -> (ResolvedOptions, Vec<Diagnostic>) {
    let entries = [&[("properties.bootstrap.servers", "b:9092")], entries].concat();
    read(&entries, vec![OptionGroup::connector("kafka", KAFKA).with_rules(RULES)])
}

fn said(diagnostics: &[Diagnostic]) -> Vec<String> {
    let help = |d: &Diagnostic| d.fix.as_ref().map(|fix| format!(" ({})", fix.title)).unwrap_or_default();
    diagnostics.iter().map(|d| format!("{}: {}{}", d.id, d.message, help(d))).collect()
}

#[test]
fn values_are_typed_and_defaults_show_through() {
    let (options, diagnostics) = filesystem(&[
        ("path", "/tmp/x"),
        ("format", "csv"),
        ("source.monitor-interval", "10 min"),
        ("csv.field-delimiter", "|"),
        ("source.report-statistics", "none"),
    ]);
    assert_eq!(said(&diagnostics), [""; 0]);
    assert_eq!(options.get_str("path"), "/tmp/x");
    assert_eq!(options.opt_duration("source.monitor-interval"), Some(Duration::from_secs(600)));
    assert_eq!(options.get_memory_size("sink.rolling-policy.file-size"), MemorySize(128 << 20));
    assert_eq!(options.get_enum("source.report-statistics"), "NONE");
    let csv = options.under("csv.");
    assert_eq!(csv.get_char("field-delimiter"), '|');
    assert!(!csv.get_bool("ignore-parse-errors"));
    assert_eq!(csv.opt_str("null-literal"), None);
    assert!(csv.is_set("field-delimiter") && !csv.is_set("ignore-parse-errors"));
}

#[test]
fn all_required_options_are_missed_at_once_in_flinks_words() {
    let transcript = include_str!("../../../../tests/flink/out/err_002_connector.out");
    let (_, diagnostics) = filesystem(&[]);
    assert_eq!(said(&diagnostics), ["missing-required-option: missing required options 'format' and 'path' of table 't'"]);
    assert!(transcript.contains(diagnostics[0].flink.as_deref().unwrap_or("-")));
}

#[test]
fn unknown_keys_get_the_nearest_one() {
    let (_, diagnostics) = filesystem(&[("path", "/x"), ("format", "csv"), ("csv.ignore-parse-error", "true"), ("topic", "a")]);
    let expected = [
        "unknown-option: 'csv.ignore-parse-error' is not an option of format 'csv' (did you mean 'csv.ignore-parse-errors'?)",
        "unknown-option: 'topic' is not an option of connector 'filesystem'",
    ];
    assert_eq!(said(&diagnostics), expected);
    let flink = diagnostics[1].flink.as_deref().unwrap_or_default();
    assert!(flink.starts_with(
        "org.apache.flink.table.api.ValidationException: Unsupported options found for 'filesystem'.\n\nUnsupported options:\n\ntopic\n\n\
         Supported options:\n\nconnector\nformat\npath\n"
    ));
}

#[test]
fn unknown_keys_of_an_open_list_are_warned_about_unless_one_is_near() {
    let open = || vec![OptionGroup::connector("custom", FILESYSTEM).incomplete()];
    let (_, diagnostics) = read(&[("path", "/x"), ("format", "csv"), ("paths", "/y"), ("tpoic", "a")], open());
    assert_eq!(
        diagnostics.iter().map(|d| (d.message.as_str(), d.is_error())).collect::<Vec<_>>(),
        [("'paths' is not an option of connector 'custom'", true), ("'tpoic' is not an option of connector 'custom'", false),]
    );
}

#[test]
fn lenient_checks_report_the_unknown_keys_that_flink_reports() {
    let groups = vec![OptionGroup::connector("datagen", DATAGEN), OptionGroup::format("csv", CSV)];
    let lenient = |groups: Vec<OptionGroup>| {
        let options = given(&[("nosuch", "1"), ("csv.nosuch", "1")]);
        let (_, diagnostics) = resolve(Subject { name: "table 't'", span: Span::none() }, &options, groups, Checks::Lenient);
        said(&diagnostics)
    };
    assert_eq!(lenient(groups.clone()), ["unknown-option: 'nosuch' is not an option of connector 'datagen'"]);
    let incomplete = groups.into_iter().map(OptionGroup::incomplete).collect();
    assert_eq!(lenient(incomplete), [""; 0]);
}

#[test]
fn values_of_the_wrong_form_are_reported_and_left_out() {
    let (options, diagnostics) = filesystem(&[
        ("path", "/x"),
        ("format", "csv"),
        ("source.monitor-interval", "soon"),
        ("csv.ignore-parse-errors", "maybe"),
        ("source.report-statistics", "al"),
    ]);
    let expected = [
        "invalid-option-value: 'maybe' is not a boolean for option 'csv.ignore-parse-errors'",
        "invalid-option-value: 'soon' is not a duration for option 'source.monitor-interval'",
        "invalid-option-value: 'al' is not a value for option 'source.report-statistics' (did you mean 'ALL'?)",
    ];
    assert_eq!(said(&diagnostics), expected);
    assert_eq!(diagnostics[0].helps, ["Expected 'true' or 'false'."]);
    assert_eq!(options.get_enum("source.report-statistics"), "ALL");
    assert_eq!(options.opt_duration("source.monitor-interval"), None);
}

#[test]
fn former_and_fallback_keys_are_read() {
    let (options, diagnostics) = kafka(&[("topic", "a;b"), ("format", "json"), ("sink.semantic", "none")]);
    let expected = ["deprecated-option: option 'sink.semantic' is now called 'sink.delivery-guarantee' (use 'sink.delivery-guarantee')"];
    assert_eq!(said(&diagnostics), expected);
    assert_eq!(options.get_str("value.format"), "json");
    assert_eq!(options.get_str("sink.delivery-guarantee"), "none");
    assert_eq!(options.get_list("topic"), ["a", "b"]);
    let (options, diagnostics) = kafka(&[("topic", "a"), ("sink.semantic", "none"), ("sink.delivery-guarantee", "exactly-once")]);
    assert_eq!(options.get_str("sink.delivery-guarantee"), "exactly-once");
    assert_eq!(diagnostics[0].notes, ["It has no effect, because 'sink.delivery-guarantee' is given too."]);
}

#[test]
fn prefixes_and_maps_collect_their_entries() {
    let (options, _) = kafka(&[("topic", "a"), ("properties.group.id", "g"), ("headers", "a:1"), ("headers.b", "2")]);
    let properties: Vec<_> = options.get_map("properties.*").into_iter().collect();
    assert_eq!(properties, [("bootstrap.servers", "b:9092"), ("group.id", "g")].map(|(k, v)| (k.to_string(), v.to_string())));
    assert_eq!(options.get_map("headers").into_iter().map(|(k, v)| k + &v).collect::<Vec<_>>(), ["a1", "b2"]);
}

#[test]
fn rules_find_options_that_exclude_or_need_each_other() {
    let expected = [
        "conflicting-options: options 'topic' and 'topic-pattern' exclude each other",
        "conflicting-options: option 'topic-pattern' has a meaning only with option 'value.format'",
    ];
    assert_eq!(said(&kafka(&[("topic", "a"), ("topic-pattern", "b")]).1), expected);
    assert_eq!(said(&kafka(&[]).1), ["missing-required-option: table 't' needs one of the options 'topic', 'topic-pattern'"]);
}

#[test]
fn options_that_belong_together_come_all_or_none() {
    let hint = |entries: &[(&str, &str)]| {
        let group = OptionGroup::new("hint 'LOOKUP'", "", crate::LOOKUP_HINT_OPTIONS).with_rules(crate::LOOKUP_HINT_RULES);
        said(&read(entries, vec![group]).1)
    };
    let expected =
        ["conflicting-options: options 'retry-predicate' and 'max-attempts' without 'retry-strategy' and 'fixed-delay'".to_string()];
    assert_eq!(hint(&[("table", "d"), ("retry-predicate", "lookup_miss"), ("max-attempts", "3")]), expected);
    assert_eq!(hint(&[("table", "d")]), [""; 0]);
}

#[test]
fn a_misspelt_required_option_under_an_open_prefix_is_found() {
    let entries = [("topic", "a"), ("properties.bootstrap.server", "b:9092")];
    let (_, diagnostics) = read(&entries, vec![OptionGroup::connector("kafka", KAFKA).with_rules(RULES)]);
    let expected = ["'properties.bootstrap.server' is given; the option is called 'properties.bootstrap.servers'."];
    assert_eq!(diagnostics[0].helps, expected);
}

#[test]
fn options_of_fields_have_their_defaults_and_know_the_fields() {
    let group = OptionGroup::connector("datagen", DATAGEN).with_fields(["name", "address.city"]);
    let (options, diagnostics) = read(&[("fields.address.city.kind", "sequence"), ("fields.nam.kind", "x")], vec![group]);
    assert_eq!(options.get_str("fields.address.city.kind"), "sequence");
    assert_eq!(options.get_str("fields.name.kind"), "random");
    assert_eq!(options.get_int("fields.name.length"), 100);
    let expected = ["unknown-option: 'fields.nam.kind' is not an option of connector 'datagen' (did you mean 'fields.name.kind'?)"];
    assert_eq!(said(&diagnostics), expected);
}

#[test]
fn secrets_stay_out_of_debug_text() {
    let (options, _) = kafka(&[("topic", "a"), ("password", "abc")]);
    let text = format!("{options:?}");
    assert!(text.contains("******") && !text.contains("abc"), "{text}");
}
