import { Elysia } from "elysia";
import { unknownAddress } from "#lib/errors.ts";
import { fileSize } from "#lib/files.ts";
import { channelKinds } from "#notifications/channels/config.ts";
import { findOldest, readQueues } from "#notifications/delivery/status.ts";
import { isSameToken } from "#platform/auth/tokens.ts";
import { snapshot } from "#platform/db/client.ts";
import { databasePath } from "#platform/db/migrate.ts";
import type { Deps } from "#platform/deps.ts";
import { context, hidden } from "#platform/http/operation.ts";
import { listJobs } from "#platform/jobs/store.ts";
import { formatMetric, type Sample } from "#platform/metrics.ts";
import { newestBackup } from "../backup/files.ts";

const isHidden = hidden("public", { id: "readMetrics" });

const headers = {
  "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

/** Returns the route of the metrics. Without the right token, it responds like an unknown address. */
export function metricsRoutes(deps: Deps, liveSockets: () => number) {
  const token = deps.config.metricsToken;
  if (token === null) return new Elysia();
  return new Elysia().use(context).get(
    "/metrics",
    ({ request }) => {
      const given = /^Bearer +(.*?) *$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
      if (!isSameToken(given, token)) throw unknownAddress();
      return new Response(`${deps.metrics}${readGauges(deps, liveSockets())}`, { headers });
    },
    isHidden,
  );
}

function readGauges({ db, config, clock }: Deps, liveSockets: number): string {
  const now = clock();
  const [queues, jobs] = snapshot(db, () => [readQueues(db, now), listJobs(db)] as const);
  const secondsSince = (instant: Date | string) => (now.getTime() - new Date(instant).getTime()) / 1_000;
  const oldest = findOldest(queues);
  const kinds = [...Map.groupBy(jobs, ({ kind }) => kind)];
  const successes = kinds.flatMap(([kind, rows]): Sample[] => {
    const okAt = rows
      .flatMap((row) => row.okAt ?? [])
      .sort()
      .at(-1);
    return okAt === undefined ? [] : [{ labels: { kind }, value: secondsSince(okAt) }];
  });
  const failures = kinds.map(([kind, rows]) => ({
    labels: { kind },
    value: Math.max(...rows.map((row) => row.failures)),
  }));
  const queued = channelKinds.map((channel) => {
    return { labels: { channel }, value: queues.find(({ kind }) => kind === channel)?.count ?? 0 };
  });
  const path = databasePath(config.dataDir);
  const backup = newestBackup(config.dataDir, now);
  return [
    gauge("inglenook_delivery_queue", "Reminders that wait to be sent", queued),
    gauge("inglenook_delivery_oldest_seconds", "Age of the oldest reminder that could have been sent", [
      { value: oldest === null ? 0 : secondsSince(oldest) },
    ]),
    gauge("inglenook_job_last_success_seconds", "Time since the last success of a background job", successes),
    gauge("inglenook_job_failures", "Failures of a background job since its last success", failures),
    gauge("inglenook_live_sockets", "Apps that are connected for live updates", [{ value: liveSockets }]),
    gauge("inglenook_db_bytes", "Size of the database", sizeOf(path)),
    gauge("inglenook_wal_bytes", "Size of the write-ahead log of the database", sizeOf(`${path}-wal`)),
    gauge(
      "inglenook_backup_age_seconds",
      "Age of the newest backup in the data folder",
      backup === null ? [] : [{ value: secondsSince(backup.takenAt) }],
    ),
    gauge("process_resident_memory_bytes", "Memory of the process", [{ value: process.memoryUsage.rss() }]),
  ].join("");
}

function gauge(name: string, help: string, samples: readonly Sample[]): string {
  return formatMetric("gauge", name, help, samples);
}

function sizeOf(path: string): Sample[] {
  const value = fileSize(path);
  return value === null ? [] : [{ value }];
}
