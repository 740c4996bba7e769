import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.internal.TableResultInternal;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.utils.print.RowDataToStringConverter;
import org.apache.flink.util.CloseableIterator;

/**
 * Gives rendered scripts to Flink. The list has a line for each: {@code compile PATH} asks for the plan of every INSERT and query,
 * {@code run PATH} carries the statements out; {@code function CLASS TYPE} names a class that scripts create functions of, which is made here.
 *
 * <p>What is printed has tabs between: the path, the number of the statement from 0, how it went, and more. It goes {@code done}, {@code plan}
 * (COMPILE PLAN gave one), {@code explained} (EXPLAIN did), {@code row} with the cells of a result, or {@code error} with its reasons.
 */
public final class RenderedScripts {
    private static final Pattern SET = Pattern.compile("(?is)SET\\s+'([^']*)'\\s*=\\s*'((?:[^']|'')*)'");
    private static final Pattern USING = Pattern.compile("(?is)\\s+USING\\s+JAR\\s+'[^']*'(\\s*,\\s*JAR\\s+'[^']*')*");
    private static final Map<String, String> JAVA_TYPES = Map.of(
            "STRING", "String", "DOUBLE", "Double", "BIGINT", "Long", "INT", "Integer", "BOOLEAN", "Boolean");

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final Path work;
    private final ClassLoader loader;
    private int plans = 0;

    private RenderedScripts(Path work, List<String[]> functions) throws IOException {
        this.work = work;
        this.loader = functions(functions);
        Thread.currentThread().setContextClassLoader(loader);
    }

    public static void main(String[] args) throws Exception {
        List<String[]> scripts = new ArrayList<>();
        List<String[]> functions = new ArrayList<>();
        for (String line : Files.readAllLines(Paths.get(args[0]))) {
            String[] words = line.split(" ", 3);
            (words[0].equals("function") ? functions : scripts).add(words);
        }
        Path work = Files.createTempDirectory("rendered");
        RenderedScripts runner = new RenderedScripts(work, functions);
        for (String[] script : scripts) {
            runner.script(script[1], script[0].equals("run"));
        }
        // Threads of the last job need not end by themselves.
        System.exit(0);
    }

    /** Compiles a class for each function: it takes anything and gives NULL of its type. */
    private ClassLoader functions(List<String[]> functions) throws IOException {
        List<String> files = new ArrayList<>();
        for (String[] function : functions) {
            int dot = function[1].lastIndexOf('.');
            String name = function[1].substring(dot + 1);
            String type = function[2];
            String java = JAVA_TYPES.getOrDefault(type, "String");
            String text = (dot < 0 ? "" : "package " + function[1].substring(0, dot) + ";\n")
                    + "import org.apache.flink.table.types.inference.*;\n"
                    + "public class " + name + " extends org.apache.flink.table.functions.ScalarFunction {\n"
                    + "  public " + java + " eval(Object... args) { return null; }\n"
                    + "  @Override public TypeInference getTypeInference(org.apache.flink.table.catalog.DataTypeFactory factory) {\n"
                    + "    return TypeInference.newBuilder().inputTypeStrategy(InputTypeStrategies.WILDCARD)\n"
                    + "      .outputTypeStrategy(TypeStrategies.explicit(factory.createDataType(\"" + type + "\"))).build();\n"
                    + "  }\n}\n";
            Path file = work.resolve("functions").resolve(function[1].replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            files.add(file.toString());
        }
        Path classes = Files.createDirectories(work.resolve("classes"));
        if (!files.isEmpty()) {
            List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
            arguments.addAll(files);
            ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0]));
        }
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, RenderedScripts.class.getClassLoader());
    }

    private void script(String path, boolean runs) throws IOException {
        List<String> statements = statements(Files.readString(Paths.get(path)));
        boolean isBatch = statements.stream().anyMatch(text -> {
            Matcher set = SET.matcher(text);
            return set.matches() && set.group(1).equals("execution.runtime-mode") && set.group(2).equalsIgnoreCase("batch");
        });
        EnvironmentSettings.Builder settings = EnvironmentSettings.newInstance().withClassLoader(loader);
        TableEnvironment env = TableEnvironment.create((isBatch ? settings.inBatchMode() : settings.inStreamingMode()).build());
        env.getConfig().set("parallelism.default", "1");
        List<String> job = null;
        for (int number = 0; number < statements.size(); number++) {
            String text = statements.get(number);
            String upper = text.toUpperCase(Locale.ROOT);
            try {
                String how = "done";
                if (upper.equals("BEGIN STATEMENT SET")) {
                    job = new ArrayList<>();
                } else if (job != null && upper.startsWith("INSERT")) {
                    job.add(text);
                } else if (upper.equals("END")) {
                    how = job(env, "STATEMENT SET BEGIN\n" + String.join(";\n", job) + ";\nEND", runs, isBatch);
                    job = null;
                } else if (upper.startsWith("EXECUTE STATEMENT SET")) {
                    how = job(env, text.substring("EXECUTE ".length()), runs, isBatch);
                } else if (upper.startsWith("INSERT")) {
                    how = job(env, text, runs, isBatch);
                } else if (upper.startsWith("SELECT") || upper.startsWith("WITH") || upper.startsWith("VALUES")) {
                    how = query(env, text, runs, path, number);
                } else {
                    other(env, text);
                }
                say(path, number, how, "");
            } catch (Throwable error) {
                say(path, number, "error", reasons(error));
            }
        }
    }

    /** One INSERT, or several that are one job. */
    private String job(TableEnvironment env, String text, boolean runs, boolean isBatch) throws Exception {
        boolean isSet = text.startsWith("STATEMENT SET");
        if (runs) {
            env.executeSql((isSet ? "EXECUTE " : "") + text).await();
            return "done";
        }
        // EXPLAIN also asks the connectors for readers, lookups and writers.
        env.explainSql((isSet ? "EXECUTE " : "") + text);
        if (isBatch) {
            // Flink compiles plans of streaming jobs only.
            return "explained";
        }
        env.executeSql("COMPILE PLAN '" + work.resolve("plan" + plans++ + ".json").toUri() + "' FOR " + text);
        return "plan";
    }

    private String query(TableEnvironment env, String text, boolean runs, String path, int number) throws Exception {
        if (!runs) {
            env.explainSql(text);
            return "explained";
        }
        TableResult result = env.executeSql(text);
        RowDataToStringConverter converter = ((TableResultInternal) result).getRowDataToStringConverter();
        try (CloseableIterator<RowData> rows = ((TableResultInternal) result).collectInternal()) {
            while (rows.hasNext()) {
                RowData row = rows.next();
                say(path, number, "row", row.getRowKind().shortString() + "\t" + String.join("\t", converter.convert(row)));
            }
        }
        return "done";
    }

    private void other(TableEnvironment env, String text) {
        Matcher set = SET.matcher(text);
        if (!set.matches()) {
            // Classes of functions are here already.
            boolean isFunction = text.toUpperCase(Locale.ROOT).matches("(?s)CREATE\\s+(TEMPORARY\\s+)?(SYSTEM\\s+)?FUNCTION.*");
            env.executeSql(isFunction ? USING.matcher(text).replaceAll("") : text);
        } else if (!set.group(1).equals("execution.runtime-mode")) {
            env.getConfig().set(set.group(1), set.group(2).replace("''", "'"));
        }
    }

    /** Statements end with a semicolon that ends a line, as they do for Flink's client. */
    private static List<String> statements(String script) {
        List<String> statements = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        for (String line : script.split("\n")) {
            if (statement.length() == 0 && (line.isBlank() || line.startsWith("--"))) {
                continue;
            }
            statement.append(line).append('\n');
            if (line.stripTrailing().endsWith(";")) {
                String text = statement.toString().strip();
                statements.add(text.substring(0, text.length() - 1));
                statement.setLength(0);
            }
        }
        if (!statement.toString().isBlank()) {
            statements.add(statement.toString().strip());
        }
        return statements;
    }

    private void say(String path, int number, String how, String more) {
        out.println(path + "\t" + number + "\t" + how + (more.isEmpty() ? "" : "\t" + more.replace("\n", "\\n")));
    }

    private static String reasons(Throwable error) {
        StringBuilder text = new StringBuilder();
        for (Throwable reason = error; reason != null; reason = reason.getCause()) {
            text.append(text.length() == 0 ? "" : " <- ").append(reason.getClass().getSimpleName()).append(": ").append(reason.getMessage());
        }
        return text.toString();
    }
}
