/**
 * `bun run bench:mcp`: compares MCP with REST. It sends `tools/list`, `server/discover` and `list_tasks` (50 tasks) to
 * `POST /mcp`, in the current and in an older protocol version, and `GET /v1/tasks` with the same key. It does so in process
 * one after another, then over HTTP with 16 connections. ROUNDS sets the repetitions. OVER_HTTP=false skips the second part.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKey } from "#accounts/api-keys/store.ts";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { scopes } from "#platform/auth/scopes.ts";
import { closeDatabase, type Db, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { systemWork } from "#platform/work.ts";
import { createTask } from "#routines/tasks/store.ts";
import { createApp } from "#server/app.ts";
import { testDeps } from "../support/home/home.ts";
import { median, portOf, startOurs } from "./figures.ts";
import { type Measured, measure } from "./load.ts";

const rounds = Number(process.env.ROUNDS ?? 5);
const seconds = 2;
const modern = "2026-07-28";

const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
const db = openDataDir(folder, { now: new Date() });
const key = fill(db);

const posted = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
/** Headers and body of each request, by its name. */
const requests = {
  "GET /v1/tasks": null,
  list_tasks: present("tools/call", { name: "list_tasks", arguments: {} }),
  "list_tasks, older": older("tools/call", { name: "list_tasks", arguments: {} }),
  "tools/list": present("tools/list", {}),
  "tools/list, older": older("tools/list", {}),
  "server/discover": present("server/discover", {}),
};
type Name = keyof typeof requests;
const names = Object.keys(requests) as Name[];

try {
  await inProcess();
  closeDatabase(db);
  if (process.env.OVER_HTTP !== "false") await overHttp();
} finally {
  rmSync(folder, { recursive: true });
}

async function inProcess(): Promise<void> {
  const app = createApp({ ...testDeps({ RATE_LIMIT_BURST: "1000000000" }), db, clock: () => new Date() });
  const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  const processorTimes: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  const count = 100;
  const slices = rounds * 5;
  const warmUps = 5;
  for (let slice = 0; slice < slices + warmUps; slice++) {
    for (const name of names) {
      const usedBefore = process.cpuUsage();
      const begun = Bun.nanoseconds();
      for (let index = 0; index < count; index++) await (await app.handle(toRequest(name))).text();
      const elapsed = Bun.nanoseconds() - begun;
      const { user, system } = process.cpuUsage(usedBefore);
      if (slice < warmUps) continue;
      times[name]?.push(elapsed / count / 1_000);
      processorTimes[name]?.push((user + system) / count);
    }
  }
  const base = median(times["GET /v1/tasks"] ?? []);
  console.log(
    `In process, µs a request, µs of processor time, times GET /v1/tasks; medians of ${slices} slices of ${count}:`,
  );
  for (const name of names) {
    const time = median(times[name] ?? []);
    const processorTime = median(processorTimes[name] ?? []);
    const figures = [time.toFixed(0), processorTime.toFixed(0), (time / base).toFixed(1)];
    console.log(`  ${name.padEnd(20)} ${figures.map((figure) => figure.padStart(6)).join(" ")}`);
  }
}

async function overHttp(): Promise<void> {
  const ours = startOurs(folder);
  try {
    const port = await portOf(ours.stdout);
    const results: Record<string, Measured[]> = Object.fromEntries(names.map((name) => [name, []]));
    // The older protocol streams its responses without the Content-Length that the load generator needs.
    const measured = names.filter((name) => !name.endsWith("older"));
    for (let round = 0; round < rounds; round++) {
      for (const name of measured) {
        results[name]?.push(await measure({ port, connections: 16, seconds, requests: [toText(name)] }));
      }
    }
    const perSecond = (name: string) => median((results[name] ?? []).map((each) => each.perSecond));
    console.log(
      `Over HTTP, requests a second (share of GET /v1/tasks), 16 connections, ${rounds} rounds of ${seconds} s:`,
    );
    for (const name of measured) {
      const p50 = median((results[name] ?? []).map((each) => each.p50));
      const share = (perSecond(name) / perSecond("GET /v1/tasks")).toFixed(2);
      console.log(`  ${name.padEnd(20)} ${String(perSecond(name)).padStart(6)}  p50 ${p50} µs  ${share}`);
    }
  } finally {
    ours.kill();
    await ours.exited;
  }
}

function toRequest(name: Name): Request {
  const sent = requests[name];
  const headers = { Authorization: `Bearer ${key}`, Host: "localhost", ...sent?.headers };
  if (!sent) return new Request("http://localhost/v1/tasks", { headers });
  return new Request("http://localhost/mcp", { method: "POST", headers, body: sent.body });
}

function toText(name: Name): string {
  const sent = requests[name];
  const headers = { Host: "localhost", Authorization: `Bearer ${key}`, ...sent?.headers };
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  if (!sent) return `GET /v1/tasks HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  const length = `Content-Length: ${Buffer.byteLength(sent.body)}`;
  return `POST /mcp HTTP/1.1\r\n${[...lines, length].join("\r\n")}\r\n\r\n${sent.body}`;
}

function present(method: string, params: { name?: string; arguments?: object }) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": modern,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const named = params.name ? { "Mcp-Name": params.name } : undefined;
  return {
    headers: { ...posted, "MCP-Protocol-Version": modern, "Mcp-Method": method, ...named } as Record<string, string>,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
  };
}

function older(method: string, params: object) {
  return {
    headers: { ...posted, "MCP-Protocol-Version": "2025-11-25" } as Record<string, string>,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  };
}

function fill(into: Db): string {
  const now = new Date();
  return transact(into, () => {
    const made = createHousehold(into, { name: "Bench", timeZone: "Europe/Berlin", plan: "api" }, now);
    const work = systemWork(into, made, now);
    const { id: memberId } = addMember(work, { name: "Anna", role: "owner" });
    for (let index = 0; index < 50; index++) {
      const dueDate = index % 5 === 0 ? null : `2031-05-${String(1 + (index % 28)).padStart(2, "0")}`;
      createTask(work, { label: `Task number ${index} of the house`, memberId, dueDate });
    }
    return createApiKey(work, { name: "Bench", scopes, expiresAt: null, memberId: null }).key;
  });
}
