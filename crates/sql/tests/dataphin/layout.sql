/* header
   of the file */

-- first

select a,b  , -- the second
  c
-- before from
from t as x -- trailing from
where a=1 and (b<2 or c  is not null) /* inline */ and d like 'x%';


select case when a > 1 then 'one' when a > 2 then 'a much longer text than before' else 'none of the above and more' end as long_case, -a, - -a, a- -1, +a from t;
insert into sink (a, b) select window_start, count(*) filter (where x > 1) over (partition by k order by ts rows between 5 preceding and current row) from table(tumble(table bid, descriptor(ts), interval '10' minutes)) group by window_start, window_end having count(*) > 1 order by 1 desc nulls last limit 10 offset 5 rows;
with a as (select 1), b(x) as (values (1), (2)) select * from a union all select * from b except (select 3 intersect select 4);
execute statement set begin insert into a select 1; -- one
insert into b select 2;
end;
create table if not exists t (a int not null comment 'x', b map<string,array<row<x int,y decimal(10,2)>>>, c as a+1, m timestamp_ltz(3) metadata from 'k' virtual, watermark for ts as ts - interval '5' second, constraint pk primary key (a) not enforced) comment 'c' distributed by hash(a) into 4 buckets partitioned by (a) with ('connector'='kafka', -- the connector
'topic' = 'it''s
two lines'
);
select * from t match_recognize (partition by a order by b measures A.x as y, last(B.x) as z one row per match after match skip past last row pattern (A B+? C{2,3}) within interval '1' hour define A as A.x > 1, B as B.x < prev(B.x));
select 'a'
  'b' as joined, a.b.c[1]['x'].d, array[1,2], map['k',1], row(1,'a'), cast(null as varchar(10)), json_value(j,'$.a' returning int null on empty), extract(day from d), trim(both 'x' from y), x'0aff', date '2020-01-01' from a left join b on a.x=b.x and a.very_long_column_name = b.another_very_long_column_name and a.z = b.z cross join unnest(arr) with ordinality as u(v, o), lateral table(f(a)) as l(q);
select * from orders o join rates for system_time as of o.ts as r on o.cur = r.cur where o.id in (select id from vip where level > 3) and exists (select 1 from a_rather_long_table_name where some_column = o.some_other_column and more > 1);
set 'a'='b'; set 'c' = 'd'
