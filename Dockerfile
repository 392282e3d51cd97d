# `bun run image` prepares the folder dist/image, one subfolder for each architecture. No step runs a program of the
# image, so an image for arm64 is built on any machine.
FROM gcr.io/distroless/cc-debian12
ARG TARGETARCH
ARG VERSION=0.1.0

LABEL org.opencontainers.image.title="Inglenook" \
      org.opencontainers.image.description="The household organiser a family runs at home" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.licenses="MIT AND LGPL-3.0-or-later AND LGPL-2.1-only AND LGPL-2.0-only"

COPY dist/image/${TARGETARCH}/root/ /
# Has only data/, with mode 0700.
COPY --chown=65532:65532 dist/image/${TARGETARCH}/owned/ /

ENV HOST=0.0.0.0 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    IMAGE_LIBRARY_DIR=/usr/lib/inglenook
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 4100
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=5s --start-period=30s CMD ["/usr/bin/inglenook", "healthcheck"]
ENTRYPOINT ["/usr/bin/inglenook"]
CMD ["serve"]
