/** Tests that HEAD answers like GET, and does not use up what GET returns only once. */
import { describe, expect, test } from "bun:test";
import { RouteTable } from "#platform/http/route-table.ts";
import { createApp } from "#server/app.ts";
import { type Home, household, serverInProcess, testDeps } from "../support/home/home.ts";
import { type Sample, samples } from "../support/operations/operations.ts";
import { publicSamples } from "../support/operations/public-operations.ts";
import { ownBackup } from "../support/operations/sample-records.ts";

const reads = new RouteTable(createApp(testDeps())).routes
  .filter(({ method, policy: { isHidden } }) => method === "GET" && !isHidden)
  .map(({ path, policy: { id, access, isForOwners } }) => {
    return { path, id, isPublic: access === "public" || access === "visitor", isForOwners };
  });

const revisionOf = ({ db, id }: Home) => db.$client.query("SELECT revision FROM household WHERE id = ?").get(id);

describe.each(reads)("GET $path", ({ id, isPublic, isForOwners }) => {
  test("HEAD requests change nothing, and GET requests return the same afterwards", async () => {
    const home = await household(isForOwners ? { server: serverInProcess() } : {});
    const anna = home.as(home.members.anna);
    const sample = (await { ...samples, ...publicSamples }[id]?.(home)) as Sample;
    const call = (method: string) =>
      isPublic ? home.call(method, sample.path, { key: null }) : anna.call(method, sample.path);
    const before = revisionOf(home);
    const heads = [await call("HEAD"), await call("HEAD")];
    const got = [await call("GET"), await call("GET")];
    expect([...heads, ...got].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(heads.map(({ body }) => body)).toEqual(["", ""]);
    expect(revisionOf(home)).toEqual(before);
  });
});

async function download() {
  const home = await household({ server: serverInProcess() });
  const body = await ownBackup(home);
  const anna = home.as(home.members.anna);
  const { address } = (await anna.post("/app/server/backups/download", body)).body;
  return { ...home, anna, address: address as string };
}

test("A HEAD request does not use up the one-time address of a download", async () => {
  const { anna, address } = await download();
  const heads = [await anna.call("HEAD", address), await anna.call("HEAD", address)];
  const got = await anna.get(address);
  expect([...heads, got].map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const name of ["content-disposition", "content-type", "cache-control"])
    for (const { headers } of heads) expect([name, headers.get(name)]).toEqual([name, got.headers.get(name)]);
  const afterwards = [await anna.call("HEAD", address), await anna.get(address)];
  expect(afterwards.map(({ status }) => status)).toEqual([404, 404]);
});

test("A HEAD request cannot use an expired download address, or an address of another owner", async () => {
  const { anna, address, as, add, clock } = await download();
  const olga = as(add("Olga", "owner"));
  expect((await olga.call("HEAD", address)).status).toBe(404);
  expect((await anna.call("HEAD", address)).status).toBe(200);
  clock.advance(60_000);
  expect((await anna.call("HEAD", address)).status).toBe(404);
});

test("A HEAD request does not use up the one-time token of a tablet that was paired", async () => {
  const home = await household();
  const { body: pairing } = await home.call("POST", "/app/devices/pairing", { key: null });
  await home.as(home.members.anna).post("/app/devices", { code: pairing.code, name: "Tablet" });
  const path = `/app/devices/pairing/${pairing.pairingToken}`;
  const head = await home.call("HEAD", path, { key: null });
  expect([head.status, head.headers.get("Set-Cookie")]).toEqual([200, null]);
  expect((await home.call("GET", path, { key: null })).body.paired).toBe(true);
  expect((await home.call("HEAD", path, { key: null })).status).toBe(404);
});
