#!/usr/bin/env bash
# run-rendered.sh LIST
# Compiles or runs rendered scripts in real Flink, all in one process, and prints a line for each statement; RenderedScripts.java says how LIST
# and the lines look. Needs install.sh and connectors.sh.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/env.sh"
export FLINK_CONF_DIR=$HOME_DIR/conf FLINK_PLUGINS_DIR=$HOME_DIR/noplugins
exec java ${CLIENT_JAVA_OPTS:--Xmx1500m} -XX:+UseSerialGC -XX:TieredStopAtLevel=1 $OPENS -Dlog.file="$HOME_DIR/log/rendered.log" \
    -Dlog4j.configurationFile="$HOME_DIR/conf/log4j.properties" \
    -cp "$HOME_DIR/rendered:$(ls "$HOME_DIR"/connectors/*.jar | tr '\n' ':')$CP" RenderedScripts "$@"
