# syntax=docker/dockerfile:1
# The API, the host server, the release of the remotes built into the image, and PostgreSQL with its backups: one file, a
# target for each.
# Build tools are not in the runtime images.

# Only the inputs of the dependencies, so that their layer is rebuilt only when these change. A new remote needs no line here.
FROM node:24-bookworm-slim AS manifests
WORKDIR /all
COPY . .
RUN mkdir /manifests && cp --parents package.json package-lock.json .npmrc */package.json federation/*/package.json shared/*/package.json /manifests/ && cp -r --parents scripts /manifests/

FROM node:24-bookworm-slim AS dependencies
WORKDIR /shop
ENV CI=true
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm node scripts/install.mjs

# The full build with its tools. Also publishes the built remotes to a registry (the service `releases`).
FROM dependencies AS build
COPY . .
RUN npx tsx api/content/buildPictures.ts && npx tsx federation/registry/cli.ts build --all
# The registry accepts only what a browser has opened.
RUN apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell && rm -rf /var/lib/apt/lists/*
RUN mkdir /descriptions && cp --parents mfe-*/remote.json /descriptions/ && mkdir /registry /media && chown node:node /registry /media
ENV NODE_ENV=production
USER node
# Not npx, which writes next to its cache: the file system is read-only.
CMD ["sh", "-c", "cp -Rn .data/media/. ${MEDIA_DIR:-/media} && node --import tsx host/server/announce.ts && node --import tsx federation/registry/cli.ts release-local"]

FROM dependencies AS runtime-dependencies
RUN npm prune --no-save --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim AS runtime
ENV NODE_ENV=production
WORKDIR /shop
COPY --from=runtime-dependencies /shop ./
COPY --from=build /shop/package.json /shop/tsconfig.base.json /shop/tsconfig.json ./
COPY --from=build /shop/shared shared
COPY --from=build /shop/federation federation
COPY --from=build /shop/server-kit server-kit
# Volumes inherit the owner of the folder they are mounted on.
RUN mkdir -p .data /registry /releases /media && chown -R node:node .data /registry /releases /media
COPY --from=build /shop/.data/media .data/media
USER node

FROM runtime AS api
COPY --from=build /shop/api api
ENV API_HOST=0.0.0.0
EXPOSE 4000
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:4000/api/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "tsx", "api/src/server.ts"]

FROM runtime AS host
COPY --from=build /shop/host host
# Descriptions of the remotes, so that a remote without a release shows its fallback page.
COPY --from=build /descriptions ./
ENV HOST=0.0.0.0
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "tsx", "host/server/main.ts"]

# PostgreSQL that archives its log. pgBackRest must be the same version in both images, so they share this layer.
FROM postgres:17.6-bookworm AS database
RUN apt-get update && apt-get install -y --no-install-recommends pgbackrest && rm -rf /var/lib/apt/lists/* \
  && mkdir /backups && chown postgres:postgres /backups
COPY ops/backup/pgbackrest.conf /etc/pgbackrest/pgbackrest.conf
USER postgres

# The operator's commands next to PostgreSQL's data.
FROM database AS backup
USER root
RUN apt-get update && apt-get install -y --no-install-recommends restic && rm -rf /var/lib/apt/lists/*
USER postgres
WORKDIR /shop
COPY --from=api /usr/local/bin/node /usr/local/bin/node
COPY --from=api /shop ./
COPY ops/backup/daily.sh ops/backup/daily.sh
HEALTHCHECK --interval=5m --timeout=3s --start-period=10m --retries=1 CMD ["sh", "-c", "find /tmp/made -mmin -1560 | grep -q ."]
CMD ["sh", "ops/backup/daily.sh"]
