# syntax=docker/dockerfile:1
# The API and the host server, and what releases the remotes the image was built with: one image, three targets.
# Installs what the lockfile says and nothing else (docs/decisions/0006: why not `npm ci`); what builds the shop is not in what runs it.

# What the dependencies follow from, and nothing else: their layer is made again only when this changes. A new remote needs no line here.
FROM node:24-bookworm-slim AS manifests
WORKDIR /all
COPY . .
RUN mkdir /manifests && cp --parents package.json package-lock.json */package.json /manifests/ && cp -r --parents scripts /manifests/

FROM node:24-bookworm-slim AS dependencies
WORKDIR /shop
ENV CI=true
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm node --input-type=module -e "import('./scripts/install.mjs').then(({ installMissing }) => installMissing())"

# Everything, with the tools that build it. It also releases the built remotes into a registry (the service `releases`).
FROM dependencies AS build
COPY . .
RUN npx tsx federation/cli.ts media && npx tsx federation/cli.ts build --all
RUN mkdir /descriptions && cp --parents mfe-*/remote.json /descriptions/
USER node
# Not by npx, which writes beside its cache: the file system is read-only there.
CMD ["sh", "-c", "node --import tsx host/server/announce.ts && node --import tsx federation/cli.ts release-local"]

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
# Volumes take the owner of the folder they are mounted over.
RUN mkdir -p .data/registry .data/release-cache && chown -R node:node .data
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
# What remotes say about themselves: one that has no release yet is missing in its place.
COPY --from=build /descriptions ./
ENV HOST=0.0.0.0
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "tsx", "host/server/main.ts"]
