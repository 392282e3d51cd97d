/**
 * Program that starts Firefox with its arguments and relays messages between Firefox and Playwright. Playwright sends
 * WebDriver BiDi commands that Firefox ESR 140 does not have. They emulate settings that `firefox.ts` sets by
 * preferences, or belong to features that no test uses. The relay responds to these commands with an empty result.
 */
type Client = { readonly early: (string | Buffer)[]; firefox: WebSocket | null };

const missingCommands = /^(browser\.setDownloadBehavior|network\.addDataCollector|emulation\.)/;

const [program = "firefox", ...args] = process.argv.slice(2);
const child = Bun.spawn([program, ...args], { stdout: "inherit", stderr: "pipe" });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => child.kill());

for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
  const address = /ws:\/\/127\.0\.0\.1:\d+/.exec(chunk)?.[0];
  process.stderr.write(address ? chunk.replace(address, relayTo(address)) : chunk);
}
process.exit(await child.exited);

/** Starts the relay and returns its address, which Playwright reads from the output of the program. */
function relayTo(target: string): string {
  const server = Bun.serve<Client>({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, self) =>
      self.upgrade(request, { data: { early: [], firefox: null } }) ? undefined : new Response(null, { status: 400 }),
    websocket: {
      maxPayloadLength: 100_000_000, // Maximal size in bytes, because screenshots are large.
      open(client) {
        const firefox = new WebSocket(`${target}/session`);
        client.data.firefox = firefox;
        firefox.onopen = () => {
          for (const message of client.data.early) firefox.send(message);
        };
        firefox.onmessage = ({ data }) => {
          client.send(emptyResultFor(String(data)) ?? data);
        };
        firefox.onclose = () => client.close();
      },
      message({ data: { firefox, early } }, message) {
        if (firefox?.readyState === WebSocket.OPEN) firefox.send(message);
        else early.push(message);
      },
      close: ({ data }) => data.firefox?.close(),
    },
  });
  return `ws://127.0.0.1:${server.port}`;
}

/** Returns an empty result if the message refuses a missing command. Returns null for every other message. */
function emptyResultFor(text: string): string | null {
  if (!text.includes('"unknown command"')) return null;
  const { id, error, message } = JSON.parse(text);
  if (error !== "unknown command" || !missingCommands.test(message)) return null;
  return JSON.stringify({ type: "success", id, result: {} });
}
