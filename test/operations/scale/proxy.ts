/** HAProxy, which finds the shard by host name. Its socket changes that while it runs. */
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { emptyFolder } from "../../support/home/program.ts";

/** Port of a shard whose server does not run yet; it counts as down. */
const nowhere = "127.0.0.1:9";
const patienceMs = 5_000;

export class HostProxy {
  private readonly cwd = emptyFolder();
  private readonly socket = join(this.cwd, "admin.sock");
  private readonly hosts = join(this.cwd, "hosts.map");
  private readonly child: Bun.Subprocess;
  readonly url: string;

  constructor(haproxy: string, shards: readonly string[], homes: ReadonlyMap<string, string>) {
    const port = freePort();
    this.url = `http://127.0.0.1:${port}`;
    writeFileSync(this.hosts, [...homes].map(([host, shard]) => `${host} ${shard}\n`).join(""));
    const backends = shards.map((shard) => `backend ${shard}\n  server it ${nowhere}\n`);
    const config = join(this.cwd, "haproxy.cfg");
    writeFileSync(
      config,
      `global
  stats socket ${this.socket} mode 600 level admin
defaults
  mode http
  option forwardfor
  timeout connect 1s
  timeout client 1h
  timeout server 1h
frontend all
  bind 127.0.0.1:${port}
  use_backend %[req.hdr(host),lower,map(${this.hosts})]
${backends.join("")}`,
    );
    this.child = Bun.spawn([haproxy, "-db", "-f", config], { stdout: "ignore", stderr: "inherit" });
  }

  /** Sends the requests of a shard to this port. */
  async point(shard: string, port: number): Promise<void> {
    await this.say(`set server ${shard}/it addr 127.0.0.1 port ${port}`);
  }

  async route(host: string, shard: string): Promise<void> {
    await this.say(`set map ${this.hosts} ${host} ${shard}`);
  }

  async end(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.child.exited;
  }

  private async say(command: string): Promise<void> {
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      const answer = await ask(this.socket, command).catch(() => null);
      if (answer !== null) {
        if (/unknown|No such|require|Invalid/i.test(answer)) throw new Error(`haproxy: ${command}: ${answer}`);
        return;
      }
      await Bun.sleep(10); // It has just been started.
    }
    throw new Error("haproxy does not answer");
  }
}

function ask(socket: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const client = connect(socket, () => client.end(`${command}\n`));
    client.on("data", (chunk) => {
      answer += chunk;
    });
    client.on("end", () => resolve(answer));
    client.on("error", reject);
  });
}

function freePort(): number {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = server;
  server.stop(true);
  return port;
}
