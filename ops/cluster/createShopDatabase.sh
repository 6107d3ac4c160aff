#!/bin/sh
# Called by Patroni once, on the first primary, with a connection string: makes the role and the database of the shop.
set -eu
psql "$1" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set password="$SHOP_DATABASE_PASSWORD" <<'SQL'
CREATE ROLE shop LOGIN PASSWORD :'password';
CREATE DATABASE shop OWNER shop;
SQL
