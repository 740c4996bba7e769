#!/usr/bin/env bash
# Installs Apache Flink 2.3.0 from its Python packages, once, checked against known checksums. Needs java 17 with javac, python3 and pip.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/env.sh"
mkdir -p "$HOME_DIR"/{dl,site,conf,log,classes,stubs,tmp}
if [ ! -e "$F/lib/flink-dist-$FLINK_VERSION.jar" ]; then
    python3 -m pip download -q --no-deps -d "$HOME_DIR/dl" "apache-flink-libraries==$FLINK_VERSION"
    echo "38ece876553286b3a285cf344c2d2038f8a7ca10da5df54d5107250386d64151  $HOME_DIR/dl/apache_flink_libraries-$FLINK_VERSION-py2.py3-none-any.whl" |
        sha256sum -c --quiet
    python3 -m zipfile -e "$HOME_DIR/dl/apache_flink_libraries-$FLINK_VERSION-py2.py3-none-any.whl" "$HOME_DIR/site"
    . "$here/env.sh"
fi
cat > "$HOME_DIR/conf/config.yaml" <<YAML
io:
  tmp:
    dirs: $HOME_DIR/tmp
execution:
  attached: true
YAML
cat > "$HOME_DIR/conf/log4j.properties" <<'LOG'
rootLogger.level = INFO
rootLogger.appenderRef.file.ref = F
appender.file.name = F
appender.file.type = File
appender.file.fileName = ${sys:log.file}
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = %d %-5p %c{1} - %m%n
LOG
if [ "$here/src/OracleClient.java" -nt "$HOME_DIR/classes/OracleClient.class" ]; then
    javac -d "$HOME_DIR/stubs" $(find "$here/src/stubs" -name '*.java')
    javac -nowarn -cp "$CP:$HOME_DIR/stubs" -d "$HOME_DIR/classes" "$here/src/OracleClient.java" 2>&1 | grep -v '^Note:' || true
fi
