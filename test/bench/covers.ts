/**
 * `bun run bench:covers`: measures how long an upload of 8 MB takes, how much it slows down reads at the same time, how
 * quickly the server refuses hostile files, and how much memory it uses. The server and the uploader each run in their own
 * process. One client sends reads without a pause.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import sharp from "sharp";
import { closed } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { createServer } from "#platform/http/server.ts";
import { replacePicture } from "#platform/images/files.ts";
import { encodeCover } from "#platform/images/to-webp.ts";
import { createFeatures } from "#server/app.ts";
import { household, testDeps } from "../support/home/home.ts";
import { upload } from "../support/home/multipart.ts";
import { serverPorts } from "../support/home/server-ports.ts";
import { blackPng, chunk, hollowGif, photo, plain, withSize } from "../support/pictures/pictures.ts";

const operation = operationsOf("Server");

if (process.argv[2] === "serve") await serve(process.argv[3] ?? "");
else if (process.argv[2] === "upload") await sendAgain(JSON.parse(process.argv[3] ?? ""));
else await measure();

type Sending = { url: string; key: string; file: string; count: number };

/** Uploads a file `count` times and prints the milliseconds of each upload. */
async function sendAgain({ url, key, file, count }: Sending): Promise<void> {
  const { raw, headers } = upload(readFileSync(file));
  const times: number[] = [];
  for (let round = 0; round < count; round++) {
    const begun = performance.now();
    const sent = { method: "POST", headers: { Authorization: `Bearer ${key}`, ...headers }, body: raw };
    const response = await fetch(`${url}/v1/covers`, sent);
    if (!response.ok) throw new Error(await response.text());
    times.push(performance.now() - begun);
  }
  console.log(JSON.stringify(times));
}

/** Runs a complete server with a route that stores covers. */
async function serve(dataDir: string): Promise<void> {
  const deps = testDeps({ DATA_DIR: dataDir });
  let last: string | null = null;
  const point = (name: string) => {
    const replaced = last;
    last = name;
    return { answer: { name }, replaced };
  };
  const uploads = new Elysia().use(context).post(
    "/v1/covers",
    async ({ call, body }) => replacePicture(dataDir, call.caller.householdId, await encodeCover(body), point),
    operation({
      id: "uploadCover",
      summary: "Upload a cover",
      access: "any",
      upload: {
        maxBytes: 8_388_608,
        tooLargeMessage: "Image is larger than 8 MB",
        expectedFile: "exactly one image file",
      },
      answer: closed({ name: Type.String() }),
    }),
  );
  const app = createServer(deps, new Elysia().use(createFeatures(deps)).use(uploads), serverPorts);
  const home = await household({
    server: {
      db: deps.db,
      clock: { now: deps.clock() } as never,
      origin: "",
      dataDir: deps.config.dataDir,
      handle: (each) => app.handle(each),
    },
  });
  app.listen({ port: 0, hostname: "127.0.0.1" });
  console.log(JSON.stringify({ url: `http://127.0.0.1:${app.server?.port}`, key: home.key.key }));
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
  const server = Bun.spawn([process.execPath, import.meta.path, "serve", folder], { stdout: "pipe" });
  try {
    const { value } = await server.stdout.getReader().read();
    const { url, key } = JSON.parse(new TextDecoder().decode(value));
    const headers = { Authorization: `Bearer ${key}` };
    const send = async (content: Uint8Array) => {
      const { raw, headers: type } = upload(content);
      const begun = performance.now();
      const response = await fetch(`${url}/v1/covers`, { method: "POST", headers: { ...headers, ...type }, body: raw });
      const { error = "done" } = (await response.json()) as { error?: string };
      return { ms: performance.now() - begun, said: `${response.status} ${error}` };
    };
    const readDuring = async (work: () => Promise<unknown>) => {
      const times: number[] = [];
      let isOver = false;
      const finished = work().finally(() => {
        isOver = true;
      });
      while (!isOver) {
        const begun = performance.now();
        await (await fetch(`${url}/v1/tasks`, { headers })).arrayBuffer();
        times.push(performance.now() - begun);
        await Bun.sleep(1);
      }
      await finished;
      times.sort((a, b) => a - b);
      const at = (share: number) =>
        (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
      return `reads p50 ${at(0.5)} p99 ${at(0.99)} worst ${at(1)} ms`;
    };

    const pictures = await hostile();
    const eight = await ofEightMegabytes();
    console.log(`a photo of ${(eight.length / 1e6).toFixed(1)} MB, 24 megapixels`);
    console.log(`  alone: ${await readDuring(() => Bun.sleep(1_000))}`);
    const file = join(folder, "photo.jpg");
    writeFileSync(file, eight);
    for (const [name, count] of [
      ["first upload", 1],
      ["15 more in turn", 15],
    ] as const) {
      let times: number[] = [];
      const reads = await readDuring(async () => {
        const sending: Sending = { url, key, file, count };
        const client = Bun.spawn([process.execPath, import.meta.path, "upload", JSON.stringify(sending)], {
          stdout: "pipe",
        });
        times = JSON.parse(await client.stdout.text());
      });
      times.sort((a, b) => a - b);
      console.log(`  ${name}: median ${times[count >> 1]?.toFixed(0)}, worst ${times.at(-1)?.toFixed(0)} ms; ${reads}`);
    }

    resetPeak(server.pid);
    console.log("refused:");
    for (const [name, bytes] of Object.entries(pictures.refused)) {
      const { ms, said } = await send(bytes);
      console.log(`  ${name}: ${ms.toFixed(0)} ms, ${said}`);
    }
    console.log(`  memory at its peak: ${peakOf(server.pid)} MB`);
    console.log("taken:");
    for (const [name, bytes] of Object.entries(pictures.taken)) {
      resetPeak(server.pid);
      const { ms, said } = await send(bytes);
      console.log(`  ${name}: ${ms.toFixed(0)} ms, ${said}, ${peakOf(server.pid)} MB`);
    }
  } finally {
    server.kill();
    await server.exited;
    rmSync(folder, { recursive: true });
  }
}

/** Returns the largest photo under the limit of 8 MB that a JPEG quality setting can produce. */
async function ofEightMegabytes(): Promise<Buffer> {
  let best = await photo(6_000, 4_000, 80);
  for (let quality = 82; quality < 96; quality += 1) {
    const next = await photo(6_000, 4_000, quality);
    if (next.length > 8_388_608) break;
    best = next;
  }
  return best;
}

async function hostile(): Promise<Record<"refused" | "taken", Record<string, Uint8Array>>> {
  const jpeg = await photo(6_000, 4_000, 85);
  const avif = await plain(8_000, 8_000).avif({ effort: 0 }).toBuffer();
  const text = chunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(7_900_000))]));
  const large = plain(7_071, 7_071);
  return {
    refused: {
      "SVG called PNG": Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      "an empty file": Buffer.alloc(0),
      "8 MB of nothing": Buffer.alloc(8_388_608),
      "PNG of 100,000 × 100,000": blackPng(1, 1, { said: [100_000, 100_000] }),
      "GIF of 65,535 × 65,535": hollowGif([10, 10], [65_535, 65_535]),
      "AVIF of 8,000 × 8,000": avif,
      "the same, said to be 100 × 100": withSize(avif, 100, 100),
      "a photo of 24 megapixels but its last bytes": jpeg.subarray(0, jpeg.length - 10),
      "half of it": jpeg.subarray(0, jpeg.length >> 1),
    },
    taken: {
      "PNG with 8 GB of text in 1,000 chunks": blackPng(10, 10, { more: Array(1_000).fill(text) }),
      "strip of 16,384 × 1": blackPng(16_384, 1),
      "JPEG, progressive, 50 megapixels": await large
        .clone()
        .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
        .toBuffer(),
      "PNG, interlaced, 50 megapixels": await large.clone().png({ progressive: true, compressionLevel: 1 }).toBuffer(),
      "AVIF, 12 megapixels": await sharp(await photo(4_000, 3_000))
        .avif({ effort: 0 })
        .toBuffer(),
    },
  };
}

/** Resets the kernel's peak memory counter of a process (Linux). */
function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

function peakOf(pid: number): string {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0;
  return (Number(kilobytes) / 1_000).toFixed(0);
}
