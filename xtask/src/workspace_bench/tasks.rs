//! The tasks of a generated workspace: six kinds, each with the mistakes that fit it.

use super::faults::{Fault, Placed};
use super::generate::ProjectPlan;
use super::text::{Draft, MARK, Random};

/// A task to write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task<'p> {
    pub(crate) number: usize,
    pub(crate) project: &'p ProjectPlan,
    pub(crate) other: &'p ProjectPlan,
    /// Reads the table that half of all tasks use.
    pub(crate) uses_shared: bool,
}

/// What a kind of task can have wrong, and how it is written.
type Kind = (&'static str, &'static [Fault], fn(&mut Writer<'_>));

const KINDS: [Kind; 6] = [
    (
        "enrich",
        &[
            Fault::Column,
            Fault::Function,
            Fault::Option,
            Fault::LockedOption,
            Fault::WatermarkColumn,
            Fault::DuplicateSetting,
            Fault::HintColumn,
            Fault::Variable,
            Fault::Argument,
            Fault::Keyword,
        ],
        enrich,
    ),
    ("totals", &[Fault::NotGrouped, Fault::DottedProperty, Fault::ColumnCount, Fault::VariableInProd, Fault::Table], totals),
    ("ranking", &[Fault::Column, Fault::ComparedTypes, Fault::Function, Fault::UnusedSetting], ranking),
    ("share", &[Fault::HintOnView, Fault::OptionValue, Fault::LiteralProject, Fault::Column], share),
    ("both", &[Fault::MirrorMode, Fault::Column, Fault::NotGrouped], both_modes),
    ("profile", &[Fault::Crop, Fault::ColumnCount, Fault::UnknownField], profile),
];

const BLINK: Kind = ("lookup", &[Fault::KeyNotCovered, Fault::Column, Fault::UnusedSetting, Fault::Function], lookup);

impl Task<'_> {
    fn kind(&self) -> &'static Kind {
        // The neighbours of a task are in other projects, and its project has tasks of all kinds.
        if self.project.is_blink { &BLINK } else { &KINDS[(self.number / 7 + self.number) % KINDS.len()] }
    }

    pub(crate) fn name(&self) -> String {
        format!("{}_{:04}", self.kind().0, self.number)
    }
}

/// The text of a task; `fault` counts through the mistakes of its kind.
pub(crate) fn write(task: &Task<'_>, fault: Option<usize>, random: &mut Random) -> (String, Option<Placed>) {
    let (_, faults, write) = task.kind();
    let fault = fault.map(|number| faults[number % faults.len()]);
    let mut writer = Writer { task, fault, random, draft: Draft::default() };
    write(&mut writer);
    let (text, place) = writer.draft.finish();
    (text, fault.zip(place).map(|(fault, (line, column))| Placed { fault, line, column }))
}

struct Writer<'t> {
    task: &'t Task<'t>,
    fault: Option<Fault>,
    random: &'t mut Random,
    draft: Draft,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        self.draft.line(text);
    }

    /// One text, or the other where the mistake is wanted; that has its place at its mark, else at its start.
    fn slot(&self, fault: Fault, good: &str, bad: &str) -> String {
        match self.fault == Some(fault) {
            true if bad.contains(MARK) => bad.to_owned(),
            true => format!("{MARK}{bad}"),
            false => good.to_owned(),
        }
    }

    /// A line that is there only where the mistake is wanted.
    fn bad_line(&mut self, fault: Fault, bad: &str) {
        if self.fault == Some(fault) {
            self.draft.line(bad);
        }
    }

    fn pick(&mut self, list: fn(&ProjectPlan) -> &Vec<String>) -> String {
        let project = self.task.project;
        self.random.pick(list(project)).clone()
    }

    /// A dimension table with `id`, `name`, `city`, `segment`, `level`.
    fn dimension(&mut self) -> String {
        match self.task.uses_shared {
            true => "${core}.customers".to_owned(),
            false => self.pick(|project| &project.dimensions),
        }
    }

    fn header(&mut self, what: &str) {
        self.line(&format!("-- {what}."));
        self.line("-- Change the tables in their own files; what only this task needs is set here.");
    }

    fn event_time(&mut self, table: &str) {
        let column = self.slot(Fault::WatermarkColumn, "event_time", "event_tme");
        let plain = column.replace(MARK, "");
        self.line(&format!("SET {table}.`watermark` = WATERMARK FOR {column} AS withOffset({plain}, 5000);"));
    }

    fn group_id(&mut self, table: &str) {
        let name = self.task.name();
        self.line(&format!("SET {table}.`properties.group.id` = '{name}';"));
        self.bad_line(Fault::DuplicateSetting, &format!("SET {table}.{MARK}`properties.group.id` = '{name}-2';"));
        self.bad_line(Fault::LockedOption, &format!("SET {table}.{MARK}topic = 'elsewhere';"));
        self.bad_line(Fault::DottedProperty, &format!("SET {table}.{MARK}scan.startup.mode = 'latest-offset';"));
    }

    fn unused_setting(&mut self, used: &str) {
        let facts = &self.task.project.facts;
        if let Some(other) = facts.iter().find(|fact| *fact != used) {
            let other = other.clone();
            self.bad_line(Fault::UnusedSetting, &format!("SET {other}.{MARK}`properties.group.id` = 'nobody';"));
        }
    }
}

/// Events with the names of what they refer to.
fn enrich(w: &mut Writer<'_>) {
    let (fact, sink, customers) = (w.pick(|p| &p.facts), w.pick(|p| &p.enriched), w.dimension());
    let items = w.pick(|p| &p.dimensions);
    w.header(&format!("The events of {fact} with the customer and the item that they are about"));
    w.event_time(&fact);
    w.line(&format!("SET {fact}.procTime = seen AS PROCTIME();"));
    w.group_id(&fact);
    w.line("");
    w.line(&format!("INSERT INTO {sink}"));
    w.line("WITH recent AS (");
    w.line(&format!("  {}", w.slot(Fault::Keyword, "SELECT", "SELCT")));
    w.line("    event_id,\n    customer_id,\n    item_id,\n    amount,");
    w.line(&format!("    {},", w.slot(Fault::Column, "status", "statuss AS status")));
    w.line("    region,\n    event_time,\n    seen");
    let key = w.slot(Fault::Option, "'scan.startup.mode'", &format!("'{MARK}scan.startup.mod'"));
    w.line(&format!("  FROM {fact} /*+ OPTIONS({key} = 'latest-offset') */"));
    w.line("  WHERE amount > 0\n    AND status IN ('paid', 'sent', 'done')\n    AND event_time >= TIMESTAMP '${start}'");
    w.line(")");
    w.line("SELECT");
    w.line("  r.event_id,\n  mask(c.name) AS customer,");
    w.line(&format!("  {}(TRIM(c.city)) AS city,", w.slot(Fault::Function, "UPPER", "UPER")));
    w.line("  COALESCE(i.name, 'unknown') AS item,");
    w.line("  CAST(r.amount * 1.07 AS DECIMAL(10, 2)) AS amount,");
    let currency = w.slot(Fault::Variable, "'${currency}'", &format!("'{MARK}${{curency}}'"));
    let level = w.slot(Fault::Argument, "FLOOR(grade(r.amount, r.status))", &format!("ABS({MARK}'high')"));
    w.line(&format!("  CONCAT_WS('/', r.region, {currency}, CAST({level} AS STRING)) AS label,"));
    w.line("  r.event_time");
    w.line("FROM recent AS r");
    let hint = w.slot(Fault::HintColumn, "", &format!("/*+ primarykey({MARK}idd) */ "));
    w.line(&format!("JOIN {customers} {hint}FOR SYSTEM_TIME AS OF r.seen AS c"));
    w.line("  ON r.customer_id = c.id");
    w.line(&format!("LEFT JOIN {items} FOR SYSTEM_TIME AS OF r.seen AS i"));
    w.line("  ON r.item_id = i.id");
    w.line("WHERE c.level > 1\n  AND (i.segment IS NULL OR i.segment <> 'test');");
}

/// Sums by window.
fn totals(w: &mut Writer<'_>) {
    let (fact, sink) = (w.pick(|p| &p.facts), w.pick(|p| &p.totals));
    let read = match w.random.below(2) {
        0 => fact.clone(),
        _ => format!("${{{}}}.{fact}", w.task.project.name),
    };
    let table = w.slot(Fault::Table, &read, &format!("{fact}x"));
    w.header(&format!("Revenue of {fact} by region and ten minutes"));
    w.event_time(&fact);
    w.group_id(&fact);
    w.line("");
    w.line(&format!("INSERT INTO {sink}"));
    let start = if w.fault == Some(Fault::ColumnCount) { format!("{MARK}WITH") } else { "WITH".to_owned() };
    w.line(&format!("{start} windowed AS ("));
    w.line("  SELECT\n    region,\n    window_start,\n    window_end,\n    COUNT(*) AS events,\n    SUM(amount) AS revenue,");
    w.line(&format!("    {} AS first_status", w.slot(Fault::NotGrouped, "MIN(status)", "status")));
    w.line(&format!("  FROM TABLE(TUMBLE(TABLE {table}, DESCRIPTOR(event_time), INTERVAL '10' MINUTES))"));
    w.line("  WHERE quantity BETWEEN 1 AND 1000");
    w.line("    AND status <> 'test'");
    w.line("  GROUP BY region, window_start, window_end");
    w.line("),");
    w.line("limited AS (");
    w.line("  SELECT region, window_start, events, revenue, first_status");
    w.line("  FROM windowed");
    let sample = w.slot(Fault::VariableInProd, "10", &format!("{MARK}${{sample}}"));
    w.line(&format!("  WHERE events >= {sample}"));
    w.line("    AND first_status IS NOT NULL");
    w.line(")");
    w.line("SELECT");
    w.line(if w.fault == Some(Fault::ColumnCount) {
        "  window_start,"
    } else {
        "  COALESCE(region, '${region}') AS region,\n  window_start,"
    });
    w.line("  SUM(events) AS events,");
    w.line("  CAST(SUM(revenue) AS DECIMAL(38, 2)) AS revenue");
    w.line("FROM limited");
    w.line("GROUP BY");
    w.line("  COALESCE(region, '${region}'),");
    w.line("  window_start;");
}

/// The best customers, from files.
fn ranking(w: &mut Writer<'_>) {
    let (history, sink, customers) = (w.pick(|p| &p.histories), w.pick(|p| &p.ranked), w.dimension());
    w.header(&format!("The ten best customers of each segment in {history}"));
    w.line("SET 'execution.runtime-mode' = 'batch';");
    w.unused_setting("");
    w.line("");
    w.line(&format!("INSERT INTO {sink}"));
    w.line("WITH paid AS (");
    w.line("  SELECT id, customer_id, item_id, total, event_time");
    w.line(&format!("  FROM {history}"));
    w.line("  WHERE status = 'paid'");
    w.line(&format!("    AND {}", w.slot(Fault::ComparedTypes, "quantity > 0", "quantity > ARRAY[0]")));
    w.line("),");
    w.line("by_customer AS (");
    w.line("  SELECT\n    customer_id,\n    SUM(total) AS revenue,\n    COUNT(DISTINCT item_id) AS items,");
    w.line(&format!("    {}(event_time) AS last_event", w.slot(Fault::Function, "MAX", "MAXI")));
    w.line("  FROM paid\n  GROUP BY customer_id\n  HAVING COUNT(*) > 1");
    w.line("),");
    w.line("ordered AS (");
    w.line("  SELECT\n    c.segment,\n    b.customer_id,\n    b.revenue,");
    w.line("    ROW_NUMBER() OVER (");
    w.line("      PARTITION BY c.segment");
    w.line(&format!("      ORDER BY b.{} DESC", w.slot(Fault::Column, "revenue", "revenues")));
    w.line("    ) AS place");
    w.line("  FROM by_customer AS b");
    w.line(&format!("  JOIN {customers} AS c ON b.customer_id = c.id"));
    w.line("  WHERE c.level BETWEEN 1 AND 9");
    w.line(")");
    w.line("SELECT segment, customer_id, CAST(revenue AS DECIMAL(38, 2)), place");
    w.line("FROM ordered");
    w.line("WHERE place <= 10;");
}

/// A view over the events of another project that two sinks are filled from.
fn share(w: &mut Writer<'_>) {
    let (events, totals, enriched) = (w.random.pick(&w.task.other.facts).clone(), w.pick(|p| &p.totals), w.pick(|p| &p.enriched));
    let (other, customers) = (w.task.other.name.clone(), w.dimension());
    let owner = w.slot(Fault::LiteralProject, &format!("${{{other}}}"), &other);
    w.header(&format!("Totals and details of {events}, which project {other} owns"));
    w.line("CREATE TEMPORARY VIEW good_events AS");
    w.line("SELECT\n  event_id,\n  customer_id,\n  amount,\n  status,\n  region,\n  event_time");
    let mode = w.slot(Fault::OptionValue, "'latest-offset'", &format!("'{MARK}newest'"));
    w.line(&format!("FROM {owner}.{events} /*+ OPTIONS('scan.startup.mode' = {mode}) */"));
    w.line("WHERE amount IS NOT NULL\n  AND status NOT IN ('test', 'void');");
    w.line("");
    w.line("EXECUTE STATEMENT SET");
    w.line("BEGIN");
    w.line(&format!("INSERT INTO {totals}"));
    w.line("SELECT\n  COALESCE(region, '${region}'),\n  FLOOR(event_time TO HOUR),\n  COUNT(*),\n  SUM(amount)");
    let hint = w.slot(Fault::HintOnView, "", &format!(" /*+ {MARK}OPTIONS('scan.startup.mode' = 'latest-offset') */"));
    w.line(&format!("FROM good_events{hint}"));
    w.line("GROUP BY\n  COALESCE(region, '${region}'),\n  FLOOR(event_time TO HOUR);");
    w.line("");
    w.line(&format!("INSERT INTO {enriched}"));
    w.line("SELECT\n  g.event_id,\n  c.name,\n  c.city,\n  CAST(NULL AS STRING),\n  g.amount,");
    w.line(&format!("  CASE WHEN g.amount > 1000 THEN 'large' ELSE g.{} END,", w.slot(Fault::Column, "status", "stat")));
    w.line("  g.event_time");
    w.line("FROM good_events AS g");
    w.line(&format!("JOIN {customers} AS c ON g.customer_id = c.id;"));
    w.line("END;");
}

/// A mirror table, whose sides have settings of their own.
fn both_modes(w: &mut Writer<'_>) {
    let (mirror, sink, fact) = (w.pick(|p| &p.mirrors), w.pick(|p| &p.totals), w.pick(|p| &p.facts));
    w.header(&format!("Revenue by hour, from {mirror} in both modes"));
    w.line(&format!("SET {mirror}.batch.`source.path.regex-pattern` = '.*2025.*';"));
    w.line(&format!("SET {mirror}.`stream`.`scan.startup.mode` = 'latest-offset';"));
    w.bad_line(Fault::MirrorMode, &format!("SET {fact}.{MARK}batch.`scan.startup.mode` = 'latest-offset';"));
    w.line("");
    w.line(&format!("INSERT INTO {sink}"));
    w.line("WITH cleaned AS (");
    w.line("  SELECT\n    COALESCE(region, '${region}') AS region,\n    FLOOR(event_time TO HOUR) AS event_hour,");
    w.line(&format!("    {} AS amount,", w.slot(Fault::Column, "amount", "amont")));
    w.line("    quantity,\n    status");
    w.line(&format!("  FROM {mirror}"));
    w.line("  WHERE status <> 'test'\n    AND quantity > 0");
    w.line("),");
    w.line("priced AS (");
    w.line("  SELECT\n    region,\n    event_hour,\n    amount,\n    quantity,\n    status");
    w.line("  FROM cleaned\n  WHERE amount > 0\n  UNION ALL");
    w.line("  SELECT region, event_hour, 0, quantity, 'free'\n  FROM cleaned\n  WHERE amount = 0");
    w.line(")");
    w.line("SELECT\n  region,\n  event_hour,\n  COUNT(*) AS events,");
    w.line(&format!("  CAST({} AS DECIMAL(38, 2)) AS revenue", w.slot(Fault::NotGrouped, "SUM(amount * quantity)", "amount")));
    w.line("FROM priced");
    w.line("GROUP BY region, event_hour;");
}

/// Some columns of a wide table.
fn profile(w: &mut Writer<'_>) {
    let (fact, sink, customers) = (w.pick(|p| &p.facts), w.pick(|p| &p.profiles), w.dimension());
    let seen = "activity.last_event";
    w.header(&format!("What customers did in {fact}"));
    w.group_id(&fact);
    w.line("");
    let last = w.slot(Fault::Crop, seen, "activity.lastevent");
    w.line(&format!("INSERT INTO {sink} /*+ dataphincolumns(rowkey, person.name, activity.events, activity.revenue, {last}) */"));
    let start = if w.fault == Some(Fault::ColumnCount) { format!("{MARK}WITH") } else { "WITH".to_owned() };
    w.line(&format!("{start} active AS ("));
    w.line("  SELECT\n    customer_id,\n    amount,\n    status,\n    event_time,\n    ROW(region, quantity) AS place");
    w.line(&format!("  FROM {fact}"));
    w.line("  WHERE status IN (\n    'paid',\n    'sent',\n    'done'\n  )");
    w.line("),");
    w.line("counted AS (");
    w.line("  SELECT\n    customer_id,\n    COUNT(*) AS events,\n    CAST(SUM(amount) AS DECIMAL(38, 2)) AS revenue,\n    MAX(event_time) AS last_event,");
    w.line(&format!("    MAX(a.place.{}) AS region", w.slot(Fault::UnknownField, "EXPR$0", "nowhere").replace("EXPR$0", "`EXPR$0`")));
    w.line("  FROM active AS a\n  GROUP BY customer_id");
    w.line(")");
    w.line("SELECT");
    w.line("  t.customer_id,");
    w.line(if w.fault == Some(Fault::ColumnCount) { "  -- nothing for the person" } else { "  ROW(c.name)," });
    w.line("  ROW(t.events, t.revenue, t.last_event)");
    w.line("FROM counted AS t");
    w.line(&format!("JOIN {customers} AS c ON t.customer_id = c.id;"));
}

/// A dimension table of Blink, which looks rows up by a declared key.
fn lookup(w: &mut Writer<'_>) {
    let (fact, sink) = (w.pick(|p| &p.facts), w.pick(|p| &p.enriched));
    let customers = w.dimension();
    w.header(&format!("The customers of {fact}"));
    w.group_id(&fact);
    w.unused_setting(&fact);
    w.line("");
    w.line("CREATE VIEW paid_events AS");
    w.line("SELECT\n  event_id,\n  customer_id,\n  item_id,\n  amount,\n  status,\n  region,\n  event_time");
    w.line(&format!("FROM {fact}"));
    w.line("WHERE amount > 0\n  AND status = 'paid';");
    w.line("");
    w.line(&format!("INSERT INTO {sink}"));
    w.line("SELECT");
    w.line("  e.event_id,\n  mask(c.name),");
    w.line(&format!("  {}(c.city),", w.slot(Fault::Function, "UPPER", "UPERR")));
    w.line("  CAST(e.item_id AS VARCHAR),\n  e.amount,");
    w.line(&format!("  e.{},", w.slot(Fault::Column, "status", "statu")));
    w.line("  e.event_time");
    w.line("FROM paid_events AS e");
    w.line(&format!("LEFT JOIN {} FOR SYSTEM_TIME AS OF PROCTIME() AS c", w.slot(Fault::KeyNotCovered, &customers, &customers)));
    w.line(&format!("  ON e.{}", if w.fault == Some(Fault::KeyNotCovered) { "customer_id = c.level" } else { "customer_id = c.id" }));
    w.line("WHERE e.region IS NOT NULL\n  AND CHAR_LENGTH(e.region) < 20\n  AND e.amount < 1000000;");
}
