#!/usr/bin/env bash
# run.sh [--mode streaming|batch] [--parallelism N] [--raw] FILE.sql
# Runs a SQL file in real Flink, in one process, and prints what its client prints: each statement after the prompt, then its result.
#   --raw            keep timings and job ids as they came
# TAMIAS_FLINK_JARS, with colons between them, are put on its class path, too.
# Lines "-- set: key=value" in FILE.sql set session properties before it runs.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/env.sh"
mode=streaming par=1 raw=
while [ $# -gt 1 ]; do
    case $1 in
        --mode) mode=$2; shift 2 ;;
        --parallelism) par=$2; shift 2 ;;
        --raw) raw=1; shift ;;
        *) break ;;
    esac
done
export FLINK_CONF_DIR=$HOME_DIR/conf FLINK_PLUGINS_DIR=$HOME_DIR/noplugins
clean() { if [ -n "$raw" ]; then cat; else "$here/normalise.sh"; fi; }
java ${CLIENT_JAVA_OPTS:--Xmx1g} $OPENS -Dlog.file="$HOME_DIR/log/client.log" \
    -Dlog4j.configurationFile="$HOME_DIR/conf/log4j.properties" -cp "$HOME_DIR/classes:$CP:${TAMIAS_FLINK_JARS:-}" OracleClient \
    -D execution.target=local -D execution.runtime-mode=$mode -D parallelism.default=$par \
    -D sql-client.execution.result-mode=tableau -D table.dml-sync=true "$@" | clean
