#!/bin/sh
# PgBouncer reads passwords from a file next to its configuration; secrets are files of their own.
set -eu
umask 077
cp /cluster/pgbouncer.ini /tmp/pgbouncer.ini
printf '"shop" "%s"\n' "$(cat /run/secrets/database_password)" > /tmp/userlist.txt
exec pgbouncer /tmp/pgbouncer.ini
