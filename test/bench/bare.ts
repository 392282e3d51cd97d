/** A `Bun.serve` that returns one answer's bytes and headers and does nothing else: what every figure is measured against. */
const { body, headers } = (await Bun.stdin.json()) as { body: string; headers: Record<string, string> };
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(body, { headers }) });
console.log(`http://localhost:${server.port}`);
