import org.apache.flink.connector.jdbc.core.database.JdbcFactory;
import org.apache.flink.connector.jdbc.core.database.catalog.JdbcCatalog;
import java.util.Optional;
import org.apache.flink.connector.jdbc.core.database.dialect.AbstractDialect;
import org.apache.flink.connector.jdbc.core.database.dialect.JdbcDialect;
import org.apache.flink.connector.jdbc.derby.database.dialect.DerbyDialect;

/** Lets the real JDBC connector take the URL of any database: of dialects only Derby's comes with it, and no connection is made. */
public final class AnyJdbc implements JdbcFactory {
    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith("jdbc:") && !url.startsWith("jdbc:derby:");
    }

    @Override
    public JdbcDialect createDialect() {
        return new AnyDialect();
    }

    @Override
    public JdbcCatalog createCatalog(
            ClassLoader loader, String catalog, String database, String user, String password, String url) {
        throw new UnsupportedOperationException("no catalogs");
    }

    /** The ranges are those of MySQL. */
    public static final class AnyDialect extends DerbyDialect {
        @Override
        public Optional<AbstractDialect.Range> decimalPrecisionRange() {
            return Optional.of(AbstractDialect.Range.of(1, 65));
        }

        @Override
        public Optional<AbstractDialect.Range> timestampPrecisionRange() {
            return Optional.of(AbstractDialect.Range.of(0, 6));
        }
    }
}
