import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.sink.DataStreamSinkProvider;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.abilities.SupportsOverwrite;
import org.apache.flink.table.connector.sink.abilities.SupportsPartitioning;
import org.apache.flink.table.connector.sink.abilities.SupportsWritingMetadata;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsReadingMetadata;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.functions.LookupFunction;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/** Connectors that take any options and columns and move no rows: they stand for those that have no jar for Flink 2. */
public final class NoOpFactories {
    private NoOpFactories() {}

    public static final class Odps extends NoOpFactory { public Odps() { super("odps"); } }

    public static final class ContinuousOdps extends NoOpFactory { public ContinuousOdps() { super("continuous-odps"); } }

    public static final class Sls extends NoOpFactory { public Sls() { super("sls"); } }

    public static final class Datahub extends NoOpFactory { public Datahub() { super("datahub"); } }

    public static final class Hologres extends NoOpFactory { public Hologres() { super("hologres"); } }

    public static final class CloudHbase extends NoOpFactory { public CloudHbase() { super("cloudhbase", true); } }

    public static final class Hbase22 extends NoOpFactory { public Hbase22() { super("hbase-2.2", true); } }

    public static final class Tt extends NoOpFactory { public Tt() { super("tt"); } }

    public static final class Ots extends NoOpFactory { public Ots() { super("ots"); } }

    public static final class Rds extends NoOpFactory { public Rds() { super("rds"); } }

    public static final class Mysql extends NoOpFactory { public Mysql() { super("mysql"); } }

    public static final class Redis extends NoOpFactory { public Redis() { super("redis"); } }

    public static final class Elasticsearch6 extends NoOpFactory { public Elasticsearch6() { super("elasticsearch-6"); } }

    public static final class Elasticsearch7 extends NoOpFactory { public Elasticsearch7() { super("elasticsearch-7"); } }

    public static final class Mongodb extends NoOpFactory { public Mongodb() { super("mongodb"); } }

    public static final class Adb30 extends NoOpFactory { public Adb30() { super("adb3.0"); } }

    public static final class Mq extends NoOpFactory { public Mq() { super("mq"); } }

    public static final class Phoenix5 extends NoOpFactory { public Phoenix5() { super("phoenix5"); } }

    abstract static class NoOpFactory implements DynamicTableSourceFactory, DynamicTableSinkFactory {
        private final String identifier;
        private final boolean hasFamilies;

        NoOpFactory(String identifier) {
            this(identifier, false);
        }

        /** With families the table has one plain column, its row key, and ROWs, as HBase wants it. */
        NoOpFactory(String identifier, boolean hasFamilies) {
            this.identifier = identifier;
            this.hasFamilies = hasFamilies;
        }

        @Override
        public String factoryIdentifier() {
            return identifier;
        }

        @Override
        public Set<ConfigOption<?>> requiredOptions() {
            return Collections.emptySet();
        }

        @Override
        public Set<ConfigOption<?>> optionalOptions() {
            return Collections.emptySet();
        }

        @Override
        public DynamicTableSource createDynamicTableSource(Context context) {
            check(context);
            boolean isBatch = context.getConfiguration().get(ExecutionOptions.RUNTIME_MODE) == RuntimeExecutionMode.BATCH;
            return new Source(context.getCatalogTable().getResolvedSchema(), isBatch);
        }

        @Override
        public DynamicTableSink createDynamicTableSink(Context context) {
            check(context);
            return new Sink(context.getCatalogTable().getResolvedSchema());
        }

        private void check(DynamicTableFactory.Context context) {
            if (!hasFamilies) {
                return;
            }
            ResolvedSchema schema = context.getCatalogTable().getResolvedSchema();
            List<String> plain = schema.getColumns().stream()
                    .filter(Column::isPhysical)
                    .filter(column -> !column.getDataType().getLogicalType().is(LogicalTypeRoot.ROW))
                    .map(Column::getName)
                    .collect(Collectors.toList());
            if (plain.size() != 1) {
                throw new ValidationException("an HBase table has one row key, and a ROW for each column family: " + plain);
            }
            schema.getPrimaryKey().filter(key -> !key.getColumns().equals(plain)).ifPresent(key -> {
                throw new ValidationException("the primary key of an HBase table is its row key");
            });
        }
    }

    private static Map<String, DataType> metadata(ResolvedSchema schema) {
        Map<String, DataType> keys = new LinkedHashMap<>();
        for (Column column : schema.getColumns()) {
            if (column instanceof Column.MetadataColumn) {
                Column.MetadataColumn metadata = (Column.MetadataColumn) column;
                keys.put(metadata.getMetadataKey().orElse(metadata.getName()), metadata.getDataType());
            }
        }
        return keys;
    }

    private static final class Source implements ScanTableSource, LookupTableSource, SupportsReadingMetadata {
        private final ResolvedSchema schema;
        private final boolean isBounded;
        private DataType produced;

        Source(ResolvedSchema schema, boolean isBounded) {
            this.schema = schema;
            this.isBounded = isBounded;
            this.produced = schema.toPhysicalRowDataType();
        }

        @Override
        public ChangelogMode getChangelogMode() {
            return ChangelogMode.insertOnly();
        }

        @Override
        public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
            RowType type = (RowType) produced.getLogicalType();
            return new DataStreamScanProvider() {
                @Override
                public DataStream<RowData> produceDataStream(ProviderContext provider, StreamExecutionEnvironment env) {
                    return env.fromData(InternalTypeInfo.of(type), new GenericRowData(type.getFieldCount()));
                }

                @Override
                public boolean isBounded() {
                    return isBounded;
                }
            };
        }

        @Override
        public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
            return LookupFunctionProvider.of(new NoLookup());
        }

        @Override
        public Map<String, DataType> listReadableMetadata() {
            return metadata(schema);
        }

        @Override
        public void applyReadableMetadata(List<String> keys, DataType type) {
            produced = type;
        }

        @Override
        public DynamicTableSource copy() {
            Source copy = new Source(schema, isBounded);
            copy.produced = produced;
            return copy;
        }

        @Override
        public String asSummaryString() {
            return "no-op";
        }
    }

    public static final class NoLookup extends LookupFunction {
        @Override
        public java.util.Collection<RowData> lookup(RowData key) {
            return Collections.emptyList();
        }
    }

    private static final class Sink implements DynamicTableSink, SupportsWritingMetadata, SupportsOverwrite, SupportsPartitioning {
        private final ResolvedSchema schema;

        Sink(ResolvedSchema schema) {
            this.schema = schema;
        }

        @Override
        public ChangelogMode getChangelogMode(ChangelogMode requested) {
            return requested;
        }

        @Override
        public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
            return new DataStreamSinkProvider() {
                @Override
                public DataStreamSink<?> consumeDataStream(ProviderContext provider, DataStream<RowData> rows) {
                    return rows.sinkTo(new DiscardingSink<>());
                }
            };
        }

        @Override
        public Map<String, DataType> listWritableMetadata() {
            return metadata(schema);
        }

        @Override
        public void applyWritableMetadata(List<String> keys, DataType type) {}

        @Override
        public void applyOverwrite(boolean overwrite) {}

        @Override
        public void applyStaticPartition(Map<String, String> partition) {}

        @Override
        public DynamicTableSink copy() {
            return new Sink(schema);
        }

        @Override
        public String asSummaryString() {
            return "no-op";
        }
    }
}
