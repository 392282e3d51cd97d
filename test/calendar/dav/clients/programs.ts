/** Programs of other projects: whether they are installed, and how they are run. */
import type { Subprocess } from "bun";
import { emptyFolder } from "../../../support/home/program.ts";

/** Scripts of Debian need Debian's Python, whatever else is installed. */
export const debianPath = "/usr/bin:/bin";

export type Outcome = { readonly code: number; readonly output: string };

/** Null if all are there, else how to install what is missing. */
export function missing(packages: Readonly<Record<string, string>>): string | null {
  const wanted = Object.entries(packages).filter(([command]) => Bun.which(command) === null);
  return wanted.length === 0 ? null : `apt install ${wanted.map(([, name]) => name).join(" ")}`;
}

/** Both streams in one. */
export async function runProgram(
  command: readonly string[],
  { cwd = emptyFolder(), env = {}, stdin = "" }: { cwd?: string; env?: Record<string, string>; stdin?: string } = {},
): Promise<Outcome> {
  const child = Bun.spawn(["sh", "-c", 'exec "$@" 2>&1', "sh", ...command], {
    cwd,
    env: { PATH: debianPath, HOME: cwd, LANG: "C.UTF-8", LC_ALL: "C.UTF-8", ...env },
    stdin: new Blob([stdin]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = await new Response(child.stdout).text();
  return { code: await child.exited, output };
}

/** @throws Error if it does not end with 0 */
export async function runWell(command: readonly string[], options: Parameters<typeof runProgram>[1]): Promise<string> {
  const { code, output } = await runProgram(command, options);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output}`);
  return output;
}

const running = new Set<Subprocess>();

/** Ends what `serveWith` started. */
export function endServers(): void {
  for (const each of running) each.kill("SIGKILL");
  running.clear();
}

/** Starts a server of another project on a free port and waits until it accepts connections. */
export async function serveWith(
  command: (port: string) => readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<{ readonly origin: string; readonly pid: number }> {
  const cwd = options.cwd ?? emptyFolder();
  const free = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = free;
  free.stop(true);
  const child = Bun.spawn([...command(String(port))], {
    cwd,
    env: { PATH: debianPath, HOME: cwd, LANG: "C.UTF-8", ...options.env },
    stdout: Bun.file(`${cwd}/server.log`),
    stderr: Bun.file(`${cwd}/server.log`),
  });
  running.add(child);
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(await Bun.file(`${cwd}/server.log`).text());
    await Bun.sleep(20);
  }
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid };
}

async function accepts(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
    socket.end();
    return true;
  } catch {
    return false;
  }
}
