/** Runs of an account that end half-way. */
import { expect, test } from "bun:test";
import { eventsOf } from "../../support/calendar/accounts.ts";
import { davClient, event } from "../../support/calendar/dav.ts";
import { afterAllTests } from "../../support/home/clean-up.ts";
import { household, serverInProcess } from "../../support/home/home.ts";
import { listeningServer } from "../../support/home/live.ts";

/** Passes requests on, but asks for a pause where the path contains `busy`. */
function proxyTo(origin: string) {
  const proxy = { busy: "", origin: "" };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (proxy.busy !== "" && pathname.includes(proxy.busy)) {
        return new Response(null, { status: 503, headers: { "Retry-After": "1" } });
      }
      const { method } = request;
      const headers = new Headers(request.headers);
      headers.delete("host");
      headers.set("accept-encoding", "identity");
      return fetch(origin + pathname, {
        method,
        headers,
        body: method === "GET" ? null : await request.arrayBuffer(),
        redirect: "manual",
      });
    },
  });
  afterAllTests(() => server.stop(true));
  proxy.origin = `http://127.0.0.1:${server.port}`;
  return proxy;
}

test("The app applies a deletion in one calendar even if the server then demands a pause", async () => {
  const far = await household({ server: listeningServer() });
  const phone = davClient(far);
  const proxy = proxyTo(far.server.origin);
  const home = await household({ server: serverInProcess({ CALENDAR_ORIGINS: proxy.origin }) });
  const anna = home.as(home.members.anna);
  const body = { name: "Cloud", url: proxy.origin, username: phone.username, password: phone.password };
  const account = await anna.post("/app/calendar-accounts", body);
  expect(account.body).toMatchObject({ state: "ready" });
  const at = `/app/calendar-accounts/${account.body.id}`;
  const sync = async () => {
    while ((await anna.get("/app/calendar-accounts")).body.accounts[0].isSyncing) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    home.clock.advance(60_000);
    return (await anna.call("POST", `${at}/sync`)).body;
  };
  const { calendars } = (await anna.get(`${at}/calendars`)).body;
  const chosen = calendars
    .filter(({ externalCalendarId }: any) => /\/(family|[0-9a-f-]{36})\/$/.test(externalCalendarId))
    .sort((one: any, other: any) => (one.externalCalendarId < other.externalCalendarId ? -1 : 1));
  const [first, second] = [chosen[0], chosen.at(-1)].map(({ externalCalendarId }: any) =>
    externalCalendarId.split("/").at(-2),
  );
  for (const { key, externalCalendarId } of chosen) {
    if (![first, second].includes(externalCalendarId.split("/").at(-2))) continue;
    await anna.call("PUT", `${at}/calendars/${key}`, { body: { mode: "both" } });
  }
  await phone.put(phone.at(first, "a.ics"), event("a@phone"));
  await sync();
  expect(await eventsOf(home)).toHaveLength(1);
  await phone.delete(phone.at(first, "a.ics"));
  proxy.busy = `/${second}/`;
  expect((await sync()).error).toBe("busy");
  proxy.busy = "";
  await sync();
  expect(await eventsOf(home)).toEqual([]);
});
