/** A `Bun.serve` that always returns the same bytes and headers. The benchmarks use it as their baseline. */
const { body, headers } = (await Bun.stdin.json()) as { body: string; headers: Record<string, string> };
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(body, { headers }) });
console.log(`http://localhost:${server.port}`);
