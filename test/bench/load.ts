/**
 * A load generator over plain sockets for the loopback interface. It runs in its own process to have its own core. Each
 * keep-alive connection sends its next request when the previous response is complete.
 * Takes JSON of {@link Load} as its argument and prints JSON of {@link Measured}.
 */

/** Each connection sends `requests` in turn and starts again after the last. */
export type Load = { port: number; connections: number; seconds: number; requests: string[] };

/** Latencies are in microseconds. `answers` includes those before the measurement. */
export type Measured = { perSecond: number; p50: number; p99: number; answers: number };

/** Runs the generator in its own process. */
export async function measure(load: Load): Promise<Measured> {
  const child = Bun.spawn([process.execPath, import.meta.path], {
    stdin: new Blob([JSON.stringify(load)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  return JSON.parse(await new Response(child.stdout).text());
}

type State = { missing: number; sentAt: number };

async function generate({ port, connections, seconds, requests }: Load): Promise<Measured> {
  const bytes = requests.map((request) => Buffer.from(request));
  const latencies: number[] = [];
  let sent = 0;
  let answers = 0;
  let isOver = false;
  const send = (socket: Bun.Socket<State>) => {
    socket.data = { missing: -1, sentAt: Bun.nanoseconds() };
    const request = bytes[sent++ % bytes.length];
    if (request) socket.write(request);
  };
  for (let index = 0; index < connections; index++) {
    await Bun.connect<State>({
      hostname: "127.0.0.1",
      port,
      socket: {
        open: send,
        data(socket, chunk) {
          const state = socket.data;
          if (state.missing < 0) state.missing = lengthOf(chunk);
          state.missing -= chunk.length;
          if (state.missing > 0) return;
          answers++;
          latencies.push((Bun.nanoseconds() - state.sentAt) / 1_000);
          if (isOver) socket.end();
          else send(socket);
        },
      },
    });
  }
  await Bun.sleep(700);
  latencies.length = 0;
  const begun = Bun.nanoseconds();
  await Bun.sleep(seconds * 1_000);
  const elapsed = (Bun.nanoseconds() - begun) / 1e9;
  isOver = true;
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return { perSecond: Math.round(sorted.length / elapsed), p50: at(0.5), p99: at(0.99), answers };
}

/** Returns the length of the whole response from its head. Ends the run if the status is not 200. */
function lengthOf(chunk: Buffer): number {
  const end = chunk.indexOf("\r\n\r\n");
  const head = chunk.toString("latin1", 0, end);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (!head.startsWith("HTTP/1.1 200") || length === undefined) {
    console.error(head);
    process.exit(1);
  }
  return end + 4 + Number(length);
}

if (import.meta.main) {
  console.log(JSON.stringify(await generate(await Bun.stdin.json())));
  process.exit(0);
}
