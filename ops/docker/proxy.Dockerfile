# syntax=docker/dockerfile:1
# nginx with the same configuration as `npm run stack`. Alpine's packages include the modules that the official nginx image lacks.
FROM alpine:3.22
RUN apk add --no-cache nginx nginx-mod-http-brotli nginx-mod-http-headers-more \
  && mkdir -p /edge/run /edge/logs && ln -s /dev/stdout /edge/logs/access.log && chown -R nginx:nginx /edge
COPY ops/nginx/*.conf ops/nginx/docker/ /edge/
# Provided as files at run time (docker-compose.yml, secrets).
RUN ln -s /run/secrets/tls_certificate /edge/certificate.pem && ln -s /run/secrets/tls_key /edge/certificate.key
USER nginx
EXPOSE 8080 8443
HEALTHCHECK --interval=5s --timeout=3s --retries=3 CMD ["wget", "-q", "-O", "/dev/null", "--no-check-certificate", "https://127.0.0.1:8443/health"]
CMD ["nginx", "-p", "/edge", "-c", "/edge/nginx.conf", "-e", "stderr"]
