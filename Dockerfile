# The exchange as a container: `docker build -t outcry .` in a checkout, then compose.yaml. Two stages: the first builds
# the package that npm would install, the second has nothing else, and no right to write anywhere but to its data.
FROM node:26.10.0-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund
RUN mkdir /package && npm pack --pack-destination /package
RUN npm install --global --prefix /installed --omit=optional --no-audit --no-fund /package/*.tgz

FROM node:26.10.0-slim
COPY --from=build /installed /usr/local
USER node
RUN mkdir -m 0700 /home/node/data
VOLUME /home/node/data
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/compiled \
    OUTCRY_DATA=/home/node/data \
    OUTCRY_HOST=0.0.0.0 \
    OUTCRY_PORT=8080
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OUTCRY_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["outcry"]
CMD ["serve"]
