//! Paths as Flink evaluates them.

use super::*;

fn select(spec: &str, json: &str) -> String {
    let document = Json::parse(json);
    match PathSpec::parse(spec).select(&document) {
        Ok(Some(selected)) => {
            let mut out = String::new();
            selected.write(&mut out);
            out
        }
        Ok(None) => "<NULL>".to_owned(),
        Err(error) => format!("! {}", error.0),
    }
}

#[test]
fn names_and_places_lead_to_one_value() {
    assert_eq!(select("$.a.b", r#"{"a":{"b":"x"}}"#), r#""x""#);
    assert_eq!(select("a.b", r#"{"a":{"b":2}}"#), "2");
    assert_eq!(select("$['a'][0]", r#"{"a":[1,2]}"#), "1");
    assert_eq!(select("$[\"a\"][ -1 ]", r#"{"a":[1,2]}"#), "2");
    assert_eq!(select("$.['contains.dot']", r#"{"contains.dot":1}"#), "1");
    assert_eq!(select(r"$['a\'b']", r#"{"a'b":{"x":1}}"#), r#"{"x":1}"#);
    assert_eq!(select("$['a','c']", r#"{"a":{"b":1},"c":{"b":2},"d":3}"#), r#"{"a":{"b":1},"c":{"b":2}}"#);
    assert_eq!(select("$", "[1]"), "[1]");
    assert_eq!(select("$.é", r#"{"é":1}"#), "1");
}

#[test]
fn paths_that_are_not_definite_give_lists() {
    let nested = r#"{"a":{"x":1,"y":[{"x":2}]}}"#;
    assert_eq!(select("$..x", nested), "[1,2]");
    assert_eq!(select("$..*", nested), r#"[{"x":1,"y":[{"x":2}]},1,[{"x":2}],{"x":2},2]"#);
    assert_eq!(select("$.*", r#"{"a":{"b":1},"c":{"b":2}}"#), r#"[{"b":1},{"b":2}]"#);
    assert_eq!(select("$['a','b'].x", r#"{"a":{"x":1},"b":{"x":2}}"#), "[1,2]");
    assert_eq!(select("strict $.a[*].b", r#"{"a":[{"b":1},{"c":2}]}"#), "[1]");
    assert_eq!(select("$[*][0]", "[[1,2],[3]]"), "[1,3]");
    assert_eq!(select("$..[0]", "[[1,2],[3]]"), "[[1,2],1,3]");
    assert_eq!(select("$[0, 1]", "[1,2]"), "[1,2]");
    assert_eq!(select("$..a", "{}"), "[]");
}

#[test]
fn slices_count_from_either_end() {
    let slice = |bounds: &str| select(&format!("$[{bounds}]"), "[1,2,3,4]");
    assert_eq!(slice("0:2"), "[1,2]");
    assert_eq!(slice("-2:"), "[3,4]");
    assert_eq!(slice(":2"), "[1,2]");
    assert_eq!(slice(":-1"), "[1,2,3]");
    assert_eq!(slice("1:-1"), "[]");
    assert_eq!(slice("5:"), "[]");
}

#[test]
fn filters_choose_elements() {
    let rows = r#"[{"a":1,"t":"x"},{"a":5,"t":"y"},{"b":1}]"#;
    assert_eq!(select("$[?(@.a > 2)]", rows), r#"[{"a":5,"t":"y"}]"#);
    assert_eq!(select("$[?(@.t == 'y')].a", rows), "[5]");
    assert_eq!(select("$[?(@.t=='y' && @.a>=5)].a", rows), "[5]");
    assert_eq!(select("$[?(@.t == 'x' || (@.a == 5 && @.t =~ /Y/i))].t", rows), r#"["x","y"]"#);
    assert_eq!(select("$[?(@.b)]", rows), r#"[{"b":1}]"#);
    assert_eq!(select("$[?(!(@.b))].a", rows), "[1,5]");
    assert_eq!(select("$[?(@.t in ['y', 'z'])].a", rows), "[5]");
    assert_eq!(select("$[?(@ > 2)]", "[1,2,3,4]"), "[3,4]");
    assert_eq!(select("$[?(@.a == $[0].a)].t", rows), r#"["x"]"#);
    assert_eq!(select("$[?(@ >= 2)]", "[3,1,2]"), "[3,2]");
    assert_eq!(select("$[?(@.a == @.b)]", r#"[{"a":1,"b":"2"},{"a":2,"b":"2"}]"#), r#"[{"a":2,"b":"2"}]"#);
    assert_eq!(select("$[?(@.a > 1 && @.a < 3 || @.a == 1)].a", r#"[{"a":1},{"a":2},{"a":3}]"#), "[1,2]");
    assert_eq!(select("$[?(@.t =~ /a.*/)].t", r#"[{"t":"abc"},{"t":"xbc"}]"#), r#"["abc"]"#);
    assert_eq!(select("$.l[?(@.a == $.m)]", r#"{"m":2,"l":[{"a":1},{"a":2}]}"#), r#"[{"a":2}]"#);
    assert_eq!(select("$[?(@.a != 1)]", r#"[{"a":1},{"b":2}]"#), r#"[{"b":2}]"#);
    assert_eq!(select("$[?(@.a == null)]", r#"[{"a":null},{"a":1}]"#), r#"[{"a":null}]"#);
    assert_eq!(select("$[?(@.a == true)]", r#"[{"a":true}]"#), r#"[{"a":true}]"#);
    assert_eq!(select("$.x[?(@.a > 2)]", r#"{"x":{"a":5}}"#), r#"[{"a":5}]"#);
    assert_eq!(select("$..[?(@.a > 2)]", r#"{"x":{"y":{"a":5}}}"#), r#"[{"a":5}]"#);
    assert_eq!(select("$[?(@.a size 2)]", r#"[{"a":[1,2]},{"a":[1]}]"#), r#"[{"a":[1,2]}]"#);
}

#[test]
fn functions_compute_from_arrays_and_objects() {
    assert_eq!(select("$.length()", "[1,2,3]"), "3");
    assert_eq!(select("$.length()", r#"{"a":1,"b":2}"#), "2");
    assert_eq!(select("$.sum()", r#"[1,2,"3"]"#), "3.0");
    assert_eq!(select("$.avg()", "[1,2,3]"), "2.0");
    assert_eq!(select("$.a.min()", r#"{"a":[1,2,4]}"#), "1.0");
    assert_eq!(select("$.stddev()", "[1,2,3]"), "0.8164965809277263");
    assert_eq!(select("$.keys()", r#"{"a":1,"b":2}"#), r#"["a","b"]"#);
    assert_eq!(select("$.index(-1)", "[1,2,3]"), "3");
    assert_eq!(select("$.nope()", "[1]"), "! '$.nope()' is not a JSON path");
}

#[test]
fn lax_paths_that_lead_nowhere_give_nothing_and_strict_ones_an_error() {
    assert_eq!(select("lax $.b", r#"{"a":1}"#), "<NULL>");
    assert_eq!(select("strict $.z", r#"{"a":1}"#), "! no results for path $['z']");
    assert_eq!(select("$.b.c", r#"{"a":1}"#), "! no property 'b' for path $['b']['c']");
    assert_eq!(select(" STRICT   $.a.c", r#"{"a":1}"#), "! no object with property ['c'] for path $['a']['c']");
    assert_eq!(select("Lax $.a[0]", r#"{"a":1}"#), "<NULL>");
    assert_eq!(select("$.a", r#"{"a":null}"#), "! the value at path $['a'] is null");
    assert_eq!(select("lax $.a", "bad"), "<NULL>");
    assert_eq!(select("$.a", "bad"), "! the text is not JSON: 'b' at position 1 was not expected");
    assert_eq!(select("$", "null"), "! the document is null");
}

#[test]
fn text_that_is_not_a_path_is_an_error_in_both_modes() {
    for path in ["", "$.", "$.a.", "$[", "$.a b", "$...a", "$a", "$['a'", "$[?(@.a >)]"] {
        assert_eq!(select(path, r#"{"a":1}"#), format!("! '{path}' is not a JSON path"));
    }
    assert_eq!(select("lax $.a b", r#"{"a":1}"#), "! 'lax $.a b' is not a JSON path");
}
