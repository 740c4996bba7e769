//! Queries: clauses, names, joins, groups, windows.

use crate::support::{Session, check};
use expect_test::expect;

#[test]
fn select_without_from_stands_on_one_row() {
    check(
        "SELECT 1, 'two' AS t",
        expect![[r#"
        Project 1, 'two' -> #0 EXPR$0 INT NOT NULL, #1 t CHAR(3) NOT NULL
          Values () -> 
    "#]],
    );
}

#[test]
fn only_used_columns_are_scanned() {
    check(
        "SELECT id, price * qty AS total FROM orders WHERE pid = 'P1' ORDER BY ts DESC LIMIT 3 OFFSET 1",
        expect![[r#"
        Limit 3 offset 1 -> #9 id INT NOT NULL, #10 total DECIMAL(21, 2)
          Project #6, #7 -> #9 id INT NOT NULL, #10 total DECIMAL(21, 2)
            Sort #8 DESC NULLS LAST -> #6 id INT NOT NULL, #7 total DECIMAL(21, 2), #8  TIMESTAMP(3)
              Project #0, #4 * CAST(#3 AS DECIMAL(10, 0)), #5 -> #6 id INT NOT NULL, #7 total DECIMAL(21, 2), #8  TIMESTAMP(3)
                Filter #2 = 'P1' -> #0 id INT NOT NULL, #2 pid STRING, #3 qty INT, #4 price DECIMAL(10, 2), #5 ts TIMESTAMP(3)
                  Scan default_catalog.default_database.orders (files) [id, pid, qty, price, ts] -> #0 id INT NOT NULL, #2 pid STRING, #3 qty INT, #4 price DECIMAL(10, 2), #5 ts TIMESTAMP(3)
    "#]],
    );
}

#[test]
fn count_reads_no_column() {
    check(
        "SELECT COUNT(*) FROM orders",
        expect![[r#"
        Project #6 -> #7 EXPR$0 BIGINT NOT NULL
          Aggregate [] COUNT() -> #6 COUNT(*) BIGINT NOT NULL
            Scan default_catalog.default_database.orders (files) [] -> 
    "#]],
    );
}

#[test]
fn groups_match_by_structure() {
    check(
        "SELECT qty + 1, COUNT(*) AS n, SUM(price) FROM orders GROUP BY qty + 1, pid HAVING SUM(price) > 10 ORDER BY n, qty + 1 + 1",
        expect![[r#"
            Project #8, #10, #12 -> #14 EXPR$0 INT, #15 n BIGINT NOT NULL, #16 EXPR$2 DECIMAL(38, 2)
              Sort #10 ASC NULLS FIRST, #13 ASC NULLS FIRST -> #8 EXPR$0 INT, #10 n BIGINT NOT NULL, #12 EXPR$2 DECIMAL(38, 2), #13  INT
                Project #6, #9, #11, #6 + 1 -> #8 EXPR$0 INT, #10 n BIGINT NOT NULL, #12 EXPR$2 DECIMAL(38, 2), #13  INT
                  Filter #11 > CAST(10 AS DECIMAL(10, 0)) -> #6 qty + 1 INT, #7 pid STRING, #9 COUNT(*) BIGINT NOT NULL, #11 SUM(price) DECIMAL(38, 2)
                    Aggregate [#3 + 1, #2] COUNT(), SUM(#4) -> #6 qty + 1 INT, #7 pid STRING, #9 COUNT(*) BIGINT NOT NULL, #11 SUM(price) DECIMAL(38, 2)
                      Scan default_catalog.default_database.orders (files) [pid, qty, price] -> #2 pid STRING, #3 qty INT, #4 price DECIMAL(10, 2)
        "#]],
    );
}

#[test]
fn grouping_sets_number_their_sets() {
    check(
        "SELECT cid, pid, SUM(qty) AS q, GROUPING(cid) AS g, GROUPING_ID(cid, pid) AS gid FROM orders GROUP BY GROUPING SETS ((cid, pid), (cid), ())",
        expect![[r#"
            Project #6, #7, #11, CASE WHEN #8 = 0 THEN 0 WHEN #8 = 1 THEN 0 ELSE 1 END, CASE WHEN #8 = 0 THEN 0 WHEN #8 = 1 THEN 1 ELSE 3 END -> #9 cid INT, #10 pid STRING, #12 q INT, #13 g BIGINT NOT NULL, #14 gid BIGINT NOT NULL
              Aggregate [#1, #2] sets [(0, 1), (0), ()] SUM(#3) -> #6 cid INT, #7 pid STRING, #11 SUM(qty) INT, #8 grouping set BIGINT NOT NULL
                Scan default_catalog.default_database.orders (files) [cid, pid, qty] -> #1 cid INT, #2 pid STRING, #3 qty INT
        "#]],
    );
    check(
        "SELECT cid, pid, COUNT(*) FROM orders GROUP BY CUBE (cid, pid)",
        expect![[r#"
        Project #6, #7, #11 -> #9 cid INT, #10 pid STRING, #12 EXPR$2 BIGINT NOT NULL
          Aggregate [#1, #2] sets [(0, 1), (0), (1), ()] COUNT() -> #6 cid INT, #7 pid STRING, #11 COUNT(*) BIGINT NOT NULL, #8 grouping set BIGINT NOT NULL
            Scan default_catalog.default_database.orders (files) [cid, pid] -> #1 cid INT, #2 pid STRING
    "#]],
    );
    check(
        "SELECT pid, COUNT(*) FROM orders GROUP BY cid, ROLLUP (pid)",
        expect![[r#"
        Project #7, #10 -> #9 pid STRING, #11 EXPR$1 BIGINT NOT NULL
          Aggregate [#1, #2] sets [(0, 1), (0)] COUNT() -> #6 cid INT, #7 pid STRING, #10 COUNT(*) BIGINT NOT NULL, #8 grouping set BIGINT NOT NULL
            Scan default_catalog.default_database.orders (files) [cid, pid] -> #1 cid INT, #2 pid STRING
    "#]],
    );
}

#[test]
fn distinct_is_an_aggregation_without_calls() {
    check(
        "SELECT DISTINCT city FROM customers ORDER BY city DESC",
        expect![[r#"
        Sort #4 DESC NULLS LAST -> #4 city STRING
          Aggregate [#3]  -> #4 city STRING
            Project #2 -> #3 city STRING
              Scan default_catalog.default_database.customers (files) [city] -> #2 city STRING
    "#]],
    );
}

#[test]
fn joins_keep_the_sides_and_pad_with_null() {
    check(
        "SELECT o.id, c.name FROM orders AS o LEFT JOIN customers c ON o.cid = c.id AND c.city = 'x'",
        expect![[r#"
        Project #0, #7 -> #9 id INT NOT NULL, #10 name STRING
          Left Join (#1 = #6) AND (#8 = 'x') -> #0 id INT NOT NULL, #1 cid INT, #6 id INT, #7 name STRING, #8 city STRING
            Scan default_catalog.default_database.orders (files) [id, cid] -> #0 id INT NOT NULL, #1 cid INT
            Scan default_catalog.default_database.customers (files) [id, name, city] -> #6 id INT, #7 name STRING, #8 city STRING
    "#]],
    );
    check(
        "SELECT * FROM (VALUES (1, 'a')) t(x, y) FULL JOIN (VALUES (1, 'b')) u(x, z) USING (x)",
        expect![[r#"
        Project CASE WHEN #0 IS NOT NULL THEN #0 ELSE #2 END, #1, #3 -> #4 x INT, #5 y CHAR(1), #6 z CHAR(1)
          Full Join #0 = #2 -> #0 x INT, #1 y CHAR(1), #2 x INT, #3 z CHAR(1)
            Values (1, 'a') -> #0 x INT NOT NULL, #1 y CHAR(1) NOT NULL
            Values (1, 'b') -> #2 x INT NOT NULL, #3 z CHAR(1) NOT NULL
    "#]],
    );
    check(
        "SELECT * FROM (VALUES (1, 'a')) t(x, y) NATURAL JOIN (VALUES (1, 'b')) u(x, z)",
        expect![[r#"
        Project #0, #1, #3 -> #4 x INT NOT NULL, #5 y CHAR(1) NOT NULL, #6 z CHAR(1) NOT NULL
          Inner Join #0 = #2 -> #0 x INT NOT NULL, #1 y CHAR(1) NOT NULL, #2 x INT NOT NULL, #3 z CHAR(1) NOT NULL
            Values (1, 'a') -> #0 x INT NOT NULL, #1 y CHAR(1) NOT NULL
            Values (1, 'b') -> #2 x INT NOT NULL, #3 z CHAR(1) NOT NULL
    "#]],
    );
    check(
        "SELECT a.id, b.id FROM customers a, customers b WHERE a.id < b.id",
        expect![[r#"
        Project #0, #3 -> #6 id INT, #7 id0 INT
          Filter #0 < #3 -> #0 id INT, #3 id INT
            Inner Join -> #0 id INT, #3 id INT
              Scan default_catalog.default_database.customers (files) [id] -> #0 id INT
              Scan default_catalog.default_database.customers (files) [id] -> #3 id INT
    "#]],
    );
}

#[test]
fn subqueries_refer_to_outer_columns_by_id() {
    check(
        "SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.cid = c.id AND o.pid = 'P2')",
        expect![[r#"
        Project #1 -> #10 name STRING
          Filter EXISTS (subquery) -> #0 id INT, #1 name STRING
            Subquery
              Project  -> 
                Filter (#4 = #0) AND (#5 = 'P2') -> #4 cid INT, #5 pid STRING
                  Scan default_catalog.default_database.orders (files) [cid, pid] -> #4 cid INT, #5 pid STRING
            Scan default_catalog.default_database.customers (files) [id, name] -> #0 id INT, #1 name STRING
    "#]],
    );
    check(
        "SELECT name FROM customers WHERE id NOT IN (SELECT cid FROM orders)",
        expect![[r#"
        Project #1 -> #10 name STRING
          Filter (#0) NOT IN (subquery) -> #0 id INT, #1 name STRING
            Subquery
              Project #4 -> #9 cid INT
                Scan default_catalog.default_database.orders (files) [cid] -> #4 cid INT
            Scan default_catalog.default_database.customers (files) [id, name] -> #0 id INT, #1 name STRING
    "#]],
    );
    check(
        "SELECT name, (SELECT MAX(qty) FROM orders o WHERE o.cid = c.id) AS m FROM customers c",
        expect![[r#"
        Project #1, (subquery) -> #3 name STRING, #12 m INT
          Subquery
            Project #10 -> #11 EXPR$0 INT
              Aggregate [] MAX(#7) -> #10 MAX(qty) INT
                Filter #5 = #0 -> #5 cid INT, #7 qty INT
                  Scan default_catalog.default_database.orders (files) [cid, qty] -> #5 cid INT, #7 qty INT
          Scan default_catalog.default_database.customers (files) [id, name] -> #0 id INT, #1 name STRING
    "#]],
    );
    check(
        "SELECT id FROM orders WHERE qty >= ALL (SELECT qty FROM orders)",
        expect![[r#"
        Project #0 -> #13 id INT NOT NULL
          Filter ALL (#3 >= #12) (subquery) -> #0 id INT NOT NULL, #3 qty INT
            Subquery
              Project #9 -> #12 qty INT
                Scan default_catalog.default_database.orders (files) [qty] -> #9 qty INT
            Scan default_catalog.default_database.orders (files) [id, qty] -> #0 id INT NOT NULL, #3 qty INT
    "#]],
    );
    check(
        "SELECT c.id, COUNT(*) FROM customers c GROUP BY c.id HAVING COUNT(*) > (SELECT AVG(qty) FROM orders WHERE cid = c.id)",
        expect![[r#"
        Project #3, #5 -> #4 id INT, #6 EXPR$1 BIGINT NOT NULL
          Filter #5 > CAST((subquery) AS BIGINT) -> #3 c.id INT, #5 COUNT(*) BIGINT NOT NULL
            Subquery
              Project #13 -> #14 EXPR$0 INT
                Aggregate [] AVG(#10) -> #13 AVG(qty) INT
                  Filter #8 = #3 -> #8 cid INT, #10 qty INT
                    Scan default_catalog.default_database.orders (files) [cid, qty] -> #8 cid INT, #10 qty INT
            Aggregate [#0] COUNT() -> #3 c.id INT, #5 COUNT(*) BIGINT NOT NULL
              Scan default_catalog.default_database.customers (files) [id] -> #0 id INT
    "#]],
    );
}

#[test]
fn common_tables_are_copied_for_each_reference() {
    check(
        "WITH big AS (SELECT * FROM orders WHERE qty >= 4), n (c) AS (SELECT COUNT(*) FROM big) SELECT big.id, n.c FROM big, n",
        expect![[r#"
        Project #26, #38 -> #52 id INT NOT NULL, #53 c BIGINT NOT NULL
          Inner Join -> #26 id INT NOT NULL, #38 c BIGINT NOT NULL
            Project #32 -> #26 id INT NOT NULL
              Filter #35 >= 4 -> #32 id INT NOT NULL, #35 qty INT
                Scan default_catalog.default_database.orders (files) [id, qty] -> #32 id INT NOT NULL, #35 qty INT
            Project #39 -> #38 c BIGINT NOT NULL
              Aggregate [] COUNT() -> #39 COUNT(*) BIGINT NOT NULL
                Project  -> 
                  Filter #49 >= 4 -> #49 qty INT
                    Scan default_catalog.default_database.orders (files) [qty] -> #49 qty INT
    "#]],
    );
}

#[test]
fn views_are_expanded() {
    check(
        "SELECT n FROM v WHERE id = 1",
        expect![[r#"
        Project #4 -> #5 n STRING
          Filter #3 = 1 -> #3 id INT, #4 n STRING
            Project #0, #1 -> #3 id INT, #4 n STRING
              Filter #2 = 'x' -> #0 id INT, #1 name STRING, #2 city STRING
                Scan default_catalog.default_database.customers (files) [id, name, city] -> #0 id INT, #1 name STRING, #2 city STRING
    "#]],
    );
}

#[test]
fn set_operations_unify_types_and_take_the_first_names() {
    check(
        "SELECT id AS x FROM orders UNION ALL SELECT qty FROM orders UNION ALL SELECT 2.5",
        expect![[r#"
        Union All -> #15 x DECIMAL(11, 1)
          Project CAST(#6 AS DECIMAL(11, 1)) -> #16 x DECIMAL(11, 1) NOT NULL
            Project #0 -> #6 x INT NOT NULL
              Scan default_catalog.default_database.orders (files) [id] -> #0 id INT NOT NULL
          Project CAST(#13 AS DECIMAL(11, 1)) -> #17 qty DECIMAL(11, 1)
            Project #10 -> #13 qty INT
              Scan default_catalog.default_database.orders (files) [qty] -> #10 qty INT
          Project CAST(#14 AS DECIMAL(11, 1)) -> #18 EXPR$0 DECIMAL(11, 1) NOT NULL
            Project 2.5 -> #14 EXPR$0 DECIMAL(2, 1) NOT NULL
              Values () -> 
    "#]],
    );
    check(
        "SELECT pid FROM orders EXCEPT SELECT name FROM customers ORDER BY pid",
        expect![[r#"
        Sort #11 ASC NULLS FIRST -> #11 pid STRING
          Except -> #11 pid STRING
            Project #2 -> #6 pid STRING
              Scan default_catalog.default_database.orders (files) [pid] -> #2 pid STRING
            Project #8 -> #10 name STRING
              Scan default_catalog.default_database.customers (files) [name] -> #8 name STRING
    "#]],
    );
}

#[test]
fn values_have_common_types() {
    check(
        "VALUES (1, 'a'), (2.5, 'bcd')",
        expect![[r#"
        Values (CAST(1 AS DECIMAL(11, 1)), CAST('a' AS VARCHAR(3))), (CAST(2.5 AS DECIMAL(11, 1)), CAST('bcd' AS VARCHAR(3))) -> #0 EXPR$0 DECIMAL(11, 1) NOT NULL, #1 EXPR$1 VARCHAR(3) NOT NULL
    "#]],
    );
    check(
        "SELECT * FROM (VALUES (1), (CAST(NULL AS INT))) AS t(x)",
        expect![[r#"
        Project #0 -> #1 x INT
          Values (1), (NULL) -> #0 x INT
    "#]],
    );
}

#[test]
fn windows_have_flinks_default_frames() {
    check(
        "SELECT id, SUM(qty) OVER (PARTITION BY pid ORDER BY ts) AS s, COUNT(*) OVER () AS c, ROW_NUMBER() OVER (ORDER BY qty DESC) AS r FROM orders",
        expect![[r#"
            Project #0, #7, #9, #11 -> #6 id INT NOT NULL, #8 s INT, #10 c BIGINT NOT NULL, #12 r BIGINT NOT NULL
              Over SUM(#3) OVER (PARTITION BY #2 ORDER BY #5 ASC NULLS FIRST RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), COUNT() OVER (RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING), ROW_NUMBER() OVER (ORDER BY #3 DESC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) -> #0 id INT NOT NULL, #2 pid STRING, #3 qty INT, #5 ts TIMESTAMP(3), #7 SUM(qty) OVER (PARTITION BY pid ORDER BY ts) INT, #9 COUNT(*) OVER () BIGINT NOT NULL, #11 ROW_NUMBER() OVER (ORDER BY qty DESC) BIGINT NOT NULL
                Scan default_catalog.default_database.orders (files) [id, pid, qty, ts] -> #0 id INT NOT NULL, #2 pid STRING, #3 qty INT, #5 ts TIMESTAMP(3)
        "#]],
    );
    check(
        "SELECT id, AVG(qty) OVER w, LAG(qty) OVER (ORDER BY id) FROM orders WINDOW w AS (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)",
        expect![[r#"
            Project #0, #7, #9 -> #6 id INT NOT NULL, #8 EXPR$1 INT, #10 EXPR$2 INT
              Over AVG(#3) OVER (ORDER BY #0 ASC NULLS FIRST ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING), LAG(#3) OVER (ORDER BY #0 ASC NULLS FIRST RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) -> #0 id INT NOT NULL, #3 qty INT, #7 AVG(qty) OVER w INT, #9 LAG(qty) OVER (ORDER BY id) INT
                Scan default_catalog.default_database.orders (files) [id, qty] -> #0 id INT NOT NULL, #3 qty INT
        "#]],
    );
    check(
        "SELECT pid, SUM(SUM(qty)) OVER (ORDER BY pid) FROM orders GROUP BY pid QUALIFY RANK() OVER (ORDER BY pid) < 3",
        expect![[r#"
        Project #6, #9 -> #7 pid STRING, #10 EXPR$1 INT
          Filter #11 < CAST(3 AS BIGINT) -> #6 pid STRING, #8 SUM(qty) INT, #9 SUM(SUM(qty)) OVER (ORDER BY pid) INT, #11 RANK() OVER (ORDER BY pid) BIGINT NOT NULL
            Over SUM(#8) OVER (ORDER BY #6 ASC NULLS FIRST RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), RANK() OVER (ORDER BY #6 ASC NULLS FIRST RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) -> #6 pid STRING, #8 SUM(qty) INT, #9 SUM(SUM(qty)) OVER (ORDER BY pid) INT, #11 RANK() OVER (ORDER BY pid) BIGINT NOT NULL
              Aggregate [#2] SUM(#3) -> #6 pid STRING, #8 SUM(qty) INT
                Scan default_catalog.default_database.orders (files) [pid, qty] -> #2 pid STRING, #3 qty INT
    "#]],
    );
}

#[test]
fn collections_unnest() {
    check(
        "SELECT id, a, b FROM nested CROSS JOIN UNNEST(arr) AS u(a, b)",
        expect![[r#"
        Project #0, #5, #6 -> #7 id INT, #8 a INT, #9 b STRING
          Unnest #2 -> #0 id INT, #2 arr ARRAY<ROW<`a` INT, `b` STRING>>, #5 a INT, #6 b STRING
            Scan default_catalog.default_database.nested (files) [id, arr] -> #0 id INT, #2 arr ARRAY<ROW<`a` INT, `b` STRING>>
    "#]],
    );
    check(
        "SELECT n.id, x, o FROM nested AS n LEFT JOIN UNNEST(n.nums) WITH ORDINALITY AS u(x, o) ON TRUE",
        expect![[r#"
        Project #0, #5, #6 -> #7 id INT, #8 x INT, #9 o INT
          Unnest outer #3 with ordinality -> #0 id INT, #3 nums ARRAY<INT NOT NULL>, #5 x INT, #6 o INT
            Scan default_catalog.default_database.nested (files) [id, nums] -> #0 id INT, #3 nums ARRAY<INT NOT NULL>
    "#]],
    );
    check(
        "SELECT * FROM UNNEST(ARRAY[1, 2]) AS t(x)",
        expect![[r#"
        Project #0 -> #1 x INT NOT NULL
          Unnest ARRAY(1, 2) -> #0 x INT NOT NULL
            Values () -> 
    "#]],
    );
    check(
        "SELECT id, k, v FROM nested, UNNEST(m) AS u(k, v)",
        expect![[r#"
        Project #0, #5, #6 -> #7 id INT, #8 k STRING, #9 v INT
          Unnest #4 -> #0 id INT, #4 m MAP<STRING, INT>, #5 k STRING, #6 v INT
            Scan default_catalog.default_database.nested (files) [id, m] -> #0 id INT, #4 m MAP<STRING, INT>
    "#]],
    );
}

#[test]
fn fields_of_rows_are_taken_by_position() {
    check(
        "SELECT r.x, n.r.y.z, r.* FROM nested n WHERE n.r.x > 1",
        expect![[r#"
        Project #1.x, #1.y.z, #1.x, #1.y -> #5 x INT, #6 z STRING, #7 x0 INT, #8 y ROW<`z` STRING>
          Filter #1.x > 1 -> #1 r ROW<`x` INT, `y` ROW<`z` STRING>>
            Scan default_catalog.default_database.nested (files) [r] -> #1 r ROW<`x` INT, `y` ROW<`z` STRING>>
    "#]],
    );
}

#[test]
fn lateral_queries_see_the_tables_to_their_left() {
    check(
        "SELECT c.id, t.q FROM customers c, LATERAL (SELECT MAX(qty) AS q FROM orders WHERE cid = c.id) AS t",
        expect![[r#"
        Project #0, #10 -> #11 id INT, #12 q INT
          Inner Join -> #0 id INT, #10 q INT
            Scan default_catalog.default_database.customers (files) [id] -> #0 id INT
            Project #9 -> #10 q INT
              Aggregate [] MAX(#6) -> #9 MAX(qty) INT
                Filter #4 = #0 -> #4 cid INT, #6 qty INT
                  Scan default_catalog.default_database.orders (files) [cid, qty] -> #4 cid INT, #6 qty INT
    "#]],
    );
}

#[test]
fn window_functions_add_the_bounds() {
    check(
        "SELECT window_start, window_end, COUNT(*) FROM TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '5' MINUTES) GROUP BY window_start, window_end",
        expect![[r#"
            Project #9, #10, #13 -> #11 window_start TIMESTAMP(3) NOT NULL, #12 window_end TIMESTAMP(3) NOT NULL, #14 EXPR$2 BIGINT NOT NULL
              Aggregate [#6, #7] COUNT() -> #9 window_start TIMESTAMP(3) NOT NULL, #10 window_end TIMESTAMP(3) NOT NULL, #13 COUNT(*) BIGINT NOT NULL
                Window TUMBLE size 300000 ms offset 0 ms on #5 -> #5 ts TIMESTAMP(3), #6 window_start TIMESTAMP(3) NOT NULL, #7 window_end TIMESTAMP(3) NOT NULL, #8 window_time TIMESTAMP(3) NOT NULL
                  Scan default_catalog.default_database.orders (files) [ts] -> #5 ts TIMESTAMP(3)
        "#]],
    );
    check(
        "SELECT * FROM TABLE(HOP(DATA => TABLE orders, TIMECOL => DESCRIPTOR(ts), SLIDE => INTERVAL '5' MINUTES, SIZE => INTERVAL '10' MINUTES))",
        expect![[r#"
            Project #0, #1, #2, #3, #4, #5, #6, #7, #8 -> #9 id INT NOT NULL, #10 cid INT, #11 pid STRING, #12 qty INT, #13 price DECIMAL(10, 2), #14 ts TIMESTAMP(3), #15 window_start TIMESTAMP(3) NOT NULL, #16 window_end TIMESTAMP(3) NOT NULL, #17 window_time TIMESTAMP(3) NOT NULL
              Window HOP slide 300000 ms size 600000 ms offset 0 ms on #5 -> #0 id INT NOT NULL, #1 cid INT, #2 pid STRING, #3 qty INT, #4 price DECIMAL(10, 2), #5 ts TIMESTAMP(3), #6 window_start TIMESTAMP(3) NOT NULL, #7 window_end TIMESTAMP(3) NOT NULL, #8 window_time TIMESTAMP(3) NOT NULL
                Scan default_catalog.default_database.orders (files) [id, cid, pid, qty, price, ts] -> #0 id INT NOT NULL, #1 cid INT, #2 pid STRING, #3 qty INT, #4 price DECIMAL(10, 2), #5 ts TIMESTAMP(3)
        "#]],
    );
}

#[test]
fn columns_may_carry_the_whole_name_of_their_table() {
    for name in ["id", "orders.id", "default_database.orders.id", "default_catalog.default_database.orders.id"] {
        assert!(Session::new().types(&format!("SELECT {name} FROM default_database.orders")).is_ok(), "{name}");
    }
}

#[test]
fn duplicate_names_get_a_number() {
    check(
        "SELECT id, id, id + 1, id AS id0 FROM customers",
        expect![[r#"
        Project #0, #0, #0 + 1, #0 -> #3 id INT, #4 id0 INT, #5 EXPR$2 INT, #6 id00 INT
          Scan default_catalog.default_database.customers (files) [id] -> #0 id INT
    "#]],
    );
}

#[test]
fn names_in_order_by_mean_the_result_first() {
    check(
        "SELECT qty AS id, -id AS x FROM orders ORDER BY id, 2 DESC, pid",
        expect![[r#"
        Project #6, #7 -> #9 id INT, #10 x INT NOT NULL
          Sort #6 ASC NULLS FIRST, #7 DESC NULLS LAST, #8 ASC NULLS FIRST -> #6 id INT, #7 x INT NOT NULL, #8  STRING
            Project #3, -#0, #2 -> #6 id INT, #7 x INT NOT NULL, #8  STRING
              Scan default_catalog.default_database.orders (files) [id, pid, qty] -> #0 id INT NOT NULL, #2 pid STRING, #3 qty INT
    "#]],
    );
}

#[test]
fn a_window_in_group_by_gives_its_bounds() {
    check(
        "SELECT pid, TUMBLE_START(ts, INTERVAL '5' MINUTE) AS s, TUMBLE_ROWTIME(ts, INTERVAL '5' MINUTE) AS r, COUNT(*) FROM orders \
         GROUP BY pid, TUMBLE(ts, INTERVAL '5' MINUTE)",
        expect![[r#"
            Project #9, #10, #12, #16 -> #13 pid STRING, #14 s TIMESTAMP(3) NOT NULL, #15 r TIMESTAMP(3), #17 EXPR$3 BIGINT NOT NULL
              Aggregate [#2, #6, #7, #8] COUNT() -> #9 pid STRING, #10 TUMBLE(ts, INTERVAL '5' MINUTE) TIMESTAMP(3) NOT NULL, #11 TUMBLE(ts, INTERVAL '5' MINUTE) TIMESTAMP(3) NOT NULL, #12 TUMBLE(ts, INTERVAL '5' MINUTE) TIMESTAMP(3), #16 COUNT(*) BIGINT NOT NULL
                Window TUMBLE size 300000 ms offset 0 ms on #5 -> #2 pid STRING, #5 ts TIMESTAMP(3), #6 window_start TIMESTAMP(3) NOT NULL, #7 window_end TIMESTAMP(3) NOT NULL, #8 window_time TIMESTAMP(3)
                  Scan default_catalog.default_database.orders (files) [pid, ts] -> #2 pid STRING, #5 ts TIMESTAMP(3)
        "#]],
    );
}

#[test]
fn dual_is_one_row() {
    check(
        "SELECT 1 AS x FROM dual",
        expect![[r#"
        Project 1 -> #0 x INT NOT NULL
          Values () -> 
    "#]],
    );
}

#[test]
fn long_chains_do_not_overflow_the_stack() {
    let chain = vec!["id = 1"; 3000].join(" OR ");
    assert!(Session::new().types(&format!("SELECT id FROM orders WHERE {chain}")).is_ok());
    let union = vec!["SELECT id FROM orders"; 300].join(" UNION ALL ");
    assert!(Session::new().types(&union).is_ok());
    let sum = vec!["id"; 1200].join(" + ");
    assert!(Session::new().types(&format!("SELECT {sum} FROM orders GROUP BY {sum}")).is_ok());
    let nested = format!("{}SELECT id FROM orders{}", "SELECT * FROM (".repeat(300), ")".repeat(300));
    assert!(Session::new().resolve(&nested).contains("Scan"));
    let deep = format!("SELECT {}1{} AS x", "(".repeat(700), ")".repeat(700));
    assert!(Session::new().types(&deep).is_ok());
}
