# Shared by install.sh and run.sh: where real Flink lives and how its client is started.
FLINK_VERSION=2.3.0
HOME_DIR=${TAMIAS_FLINK_HOME:-$HOME/.cache/tamias/flink-$FLINK_VERSION}
F=$HOME_DIR/site/pyflink
CP=$(ls "$F"/lib/*.jar "$F"/opt/flink-sql-client-*.jar 2>/dev/null | tr '\n' ':') || true
OPENS=$(for p in lang net io nio text time util util.concurrent util.concurrent.atomic \
    util.concurrent.locks lang.reflect; do echo "--add-opens=java.base/java.$p=ALL-UNNAMED"; done)
OPENS="$OPENS --add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
