/** Our program with a fresh household, and an app password that its owner made by the app's own routes. */
import { start } from "../../../support/home/program.ts";

/** The app's answer to a request that it cannot carry out. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export type CalendarServer = Awaited<ReturnType<typeof startCalendarServer>>;

export async function startCalendarServer(env: Record<string, string> = {}, timeZone = "Europe/Berlin") {
  const program = await start(["serve"], { isSource: true, env });
  const [, token] = /\/setup#(\S+)/.exec(program.out) ?? [];
  const origin = program.url;
  let cookie = "";

  /** A call of the signed-in owner. */
  async function app(method: string, path: string, body?: object): Promise<any> {
    const response = await fetch(origin + path, {
      method,
      headers: { Origin: origin, Cookie: cookie, ...(body ? { "Content-Type": "application/json" } : {}) },
      body: body ? JSON.stringify(body) : null,
    });
    const [set] = response.headers.getSetCookie();
    if (set) cookie = set.split(";")[0] ?? "";
    const text = await response.text();
    if (!response.ok) throw new Refusal(response.status, `${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  const names = { householdName: "Home", timeZone, memberName: "Anna" };
  await app("POST", "/app/setup", { token, password: "correct horse battery", ...names });
  const { member } = await app("GET", "/app/session");
  const addMember = async (name: string): Promise<string> =>
    (await app("POST", "/app/members", { name, role: "adult" })).id;
  const addPassword = (name: string) => app("POST", "/app/calendar-apps", { name, access: "write", calendars: null });
  const { username, password } = await addPassword("Proof");

  return {
    ...program,
    origin,
    app,
    addMember,
    addPassword,
    username: username as string,
    password: password as string,
    memberId: member.id as string,
    homeUrl: `${origin}/dav/${member.id}/cal/`,
  };
}
