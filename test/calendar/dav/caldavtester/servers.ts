/** The servers that CalDAVTester tries: ours behind the proxy, Radicale and Xandikos. */
import { emptyFolder } from "../../../support/home/program.ts";
import { type CalendarServer, startCalendarServer } from "../clients/calendar-server.ts";
import { serveWith } from "../clients/programs.ts";
import { CollectionProxy } from "./collection-proxy.ts";

/** Substitutions of CalDAVTester, without their `$` and `:`. */
export type Tried = {
  readonly name: string;
  readonly origin: string;
  readonly substitutions: Readonly<Record<string, string>>;
};

const users = [1, 2, 3];
const limits = { DAV_RATE_LIMIT_PER_MINUTE: "100000", DAV_RATE_LIMIT_BURST: "100000" };

/** Substitutions for the homes and principals of three users. */
function layout(homeOf: (user: number) => string, principalOf: (user: number) => string): Record<string, string> {
  const all = users.flatMap((user) => {
    const [home, principal] = [homeOf(user), principalOf(user)];
    const entries = {
      [`calendarhome${user}`]: home,
      [`calendarhomealt${user}`]: home,
      [`calendarpath${user}`]: `${home}/calendar`,
      [`taskspath${user}`]: `${home}/tasks`,
      [`principal${user}`]: principal,
      [`principaluri${user}`]: principal,
      [`principal${user}noslash`]: principal.slice(0, -1),
    };
    return Object.entries(entries);
  });
  return Object.fromEntries(all);
}

export async function startOurs(): Promise<Tried & { readonly server: CalendarServer }> {
  // For CalDAVTester, floating times of a calendar without a zone are in UTC.
  const server = await startCalendarServer(limits, "UTC");
  const pool: string[] = [];
  for (let index = 0; index < 12; index++) pool.push(await server.addMember(`Pool ${index}`));
  const proxy = new CollectionProxy(server.origin, pool);
  const { memberId, username, password } = server;
  const own = Object.fromEntries(
    users.flatMap((user) => [
      [`userid${user}`, username],
      [`pswd${user}`, password],
    ]),
  );
  const paths = layout(
    () => `/dav/${memberId}/cal`,
    () => `/dav/${memberId}/`,
  );
  const principals = { principalcollection: "/principals/", principals_users: "/principals/" };
  const homes = { calendars: "/dav", calendars_uids: `/dav/${memberId}/`, calendars_users: `/dav/${memberId}/` };
  const substitutions = { ...own, ...paths, ...principals, ...homes, root: "/" };
  return { name: "ours", origin: proxy.origin, substitutions, server };
}

export async function startRadicale(): Promise<Tried> {
  const storage = emptyFolder();
  const { origin } = await serveWith((port) => [
    ...["radicale", "--config", "", "--server-hosts", `127.0.0.1:${port}`, "--auth-type", "none"],
    ...["--storage-filesystem-folder", storage],
  ]);
  for (const user of users) {
    for (const name of ["calendar", "tasks"]) {
      const headers = { Authorization: `Basic ${btoa(`user0${user}:user0${user}`)}` };
      await fetch(`${origin}/user0${user}/${name}/`, { method: "MKCALENDAR", headers });
    }
  }
  const paths = layout(
    (user) => `/user0${user}`,
    (user) => `/user0${user}/`,
  );
  return { name: "Radicale", origin, substitutions: { ...paths, root: "/", principalcollection: "/", calendars: "/" } };
}

export async function startXandikos(): Promise<Tried> {
  const storage = emptyFolder();
  const { origin } = await serveWith((port) => [
    ...["xandikos", "-d", storage, "-l", "127.0.0.1", "-p", port, "--current-user-principal", "/user01/"],
    ...["--autocreate", "--defaults"],
  ]);
  for (const name of ["tasks"]) await fetch(`${origin}/user01/calendars/${name}/`, { method: "MKCALENDAR" });
  const paths = layout(
    () => "/user01/calendars",
    () => "/user01/",
  );
  return { name: "Xandikos", origin, substitutions: { ...paths, root: "/", principalcollection: "/", calendars: "/" } };
}
