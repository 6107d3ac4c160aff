#!/bin/sh
# Patroni takes passwords from its environment only; secrets are files.
set -eu
read_secret() { cat "/run/secrets/$1"; }
PATRONI_SUPERUSER_PASSWORD="$(read_secret superuser_password)"
PATRONI_REPLICATION_PASSWORD="$(read_secret replication_password)"
PATRONI_RESTAPI_PASSWORD="$(read_secret patroni_password)"
SHOP_DATABASE_PASSWORD="$(read_secret database_password)"
export PATRONI_SUPERUSER_PASSWORD PATRONI_REPLICATION_PASSWORD PATRONI_RESTAPI_PASSWORD SHOP_DATABASE_PASSWORD
exec patroni /cluster/patroni.yml
