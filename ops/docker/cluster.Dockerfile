# syntax=docker/dockerfile:1
# The database cluster, with the versions of Debian's packages that `npm run stack -- --cluster` and its tests run.
FROM debian:12.12-slim AS base
ENV DEBIAN_FRONTEND=noninteractive

FROM base AS etcd
RUN apt-get update && apt-get install -y --no-install-recommends etcd-server etcd-client && rm -rf /var/lib/apt/lists/* \
  && mkdir /var/lib/etcd/data && chown etcd:etcd /var/lib/etcd/data
USER etcd
ENV ETCD_DATA_DIR=/var/lib/etcd/data
EXPOSE 2379 2380
HEALTHCHECK --interval=5s --timeout=3s --retries=10 CMD etcdctl --endpoints "$ETCD_LISTEN_CLIENT_URLS" endpoint health
CMD ["etcd"]

FROM base AS database
RUN apt-get update && apt-get install -y --no-install-recommends patroni python3-etcd postgresql pgbackrest curl \
  && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/15 \
  && mkdir /var/lib/postgresql/data && chown postgres:postgres /var/lib/postgresql/data
COPY ops/cluster/patroni.yml ops/cluster/createShopDatabase.sh ops/docker/startPatroni.sh /cluster/
COPY ops/backup/pgbackrest.conf /etc/pgbackrest/pgbackrest.conf
USER postgres
ENV PATRONI_POSTGRESQL_DATA_DIR=/var/lib/postgresql/data/main \
  PATRONI_POSTGRESQL_BIN_DIR=/usr/lib/postgresql/15/bin \
  PATRONI_POSTGRESQL_PGPASS=/tmp/pgpass \
  SHOP_CLUSTER_FOLDER=/cluster
EXPOSE 5432 8008
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=10 CMD curl -fsS "http://$PATRONI_RESTAPI_LISTEN/health" -o /dev/null
# Patroni stops PostgreSQL when it is told to stop.
CMD ["/cluster/startPatroni.sh"]

FROM base AS haproxy
RUN apt-get update && apt-get install -y --no-install-recommends haproxy curl && rm -rf /var/lib/apt/lists/*
COPY ops/cluster/haproxy.cfg /etc/haproxy/shop.cfg
USER haproxy
EXPOSE 5000 5001 5002
HEALTHCHECK --interval=5s --timeout=3s --retries=10 CMD ["curl", "-fsS", "http://127.0.0.1:5002/metrics", "-o", "/dev/null"]
CMD ["haproxy", "-W", "-db", "-f", "/etc/haproxy/shop.cfg"]

FROM base AS pooler
RUN apt-get update && apt-get install -y --no-install-recommends pgbouncer postgresql-client && rm -rf /var/lib/apt/lists/*
COPY ops/cluster/pgbouncer.ini ops/docker/startPooler.sh /cluster/
USER postgres
EXPOSE 6432
HEALTHCHECK --interval=5s --timeout=3s --retries=10 CMD ["pg_isready", "-h", "127.0.0.1", "-p", "6432"]
CMD ["/cluster/startPooler.sh"]
