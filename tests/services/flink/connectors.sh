#!/usr/bin/env bash
# Adds to the Flink of install.sh what rendered scripts name: the connectors that exist for Flink 2, fetched by mvn once and checked against known
# checksums, and a jar of factories and dialects that do nothing for all others, compiled here. run-rendered.sh uses them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/env.sh"
repository=${TAMIAS_MAVEN_HOME:-$HOME/.cache/tamias/maven}
fetch() { # group artifact version checksum
    local jar=$repository/${1//.//}/$2/$3/$2-$3.jar
    if [ ! -e "$jar" ]; then
        mvn -q -B -Dmaven.repo.local="$repository" dependency:get -Dartifact="$1:$2:$3" -Dtransitive=false
    fi
    echo "$4  $jar" | sha256sum -c --quiet
    cp -u "$jar" "$HOME_DIR/connectors/"
}
mkdir -p "$HOME_DIR"/{connectors,rendered}
fetch org.apache.flink flink-sql-connector-kafka 5.0.0-2.2 5605c691d11a501382c383fecba37a7a552467da5ab7ba904ef5d6f3d62c5616
fetch org.apache.flink flink-connector-jdbc-core 4.0.0-2.0 ccb9691bf1d0f97574ae768e1bef05a39c06d7f7b13996e9d485fbdd69dcbfec
fetch com.h2database h2 2.4.240 29b70e427cc1c40cdc376283adbb0cc62853073797bb5fe5761f81fe73d57ce0
newest=$(ls -t "$here"/src/rendered/* "$here/connectors.sh" | head -1)
if [ "$newest" -nt "$HOME_DIR/rendered/done" ]; then
    javac -nowarn -cp "$CP:$(ls "$HOME_DIR"/connectors/*.jar | tr '\n' ':')" -d "$HOME_DIR/rendered" "$here"/src/rendered/*.java 2>&1 |
        grep -v '^Note:' || true
    services=$HOME_DIR/rendered/META-INF/services
    mkdir -p "$services"
    sed -n 's/^    public static final class \([A-Za-z0-9]*\) extends NoOpFactory.*/NoOpFactories$\1/p' \
        "$here/src/rendered/NoOpFactories.java" > "$services/org.apache.flink.table.factories.Factory"
    echo AnyJdbc > "$services/org.apache.flink.connector.jdbc.core.database.JdbcFactory"
    touch "$HOME_DIR/rendered/done"
fi
