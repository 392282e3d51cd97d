/** CalDAV servers on this machine: ours, and programs of other projects. */

import { davClient } from "../../../support/calendar/dav.ts";
import { household, testDeps } from "../../../support/home/home.ts";
import { listeningServer } from "../../../support/home/live.ts";
import { emptyFolder } from "../../../support/home/program.ts";
import { DavSide, type Login } from "../../dav/clients/dav-side.ts";
import { missing, serveWith } from "../../dav/clients/programs.ts";
import { cyrusMissing, startCyrus } from "./cyrus.ts";
import { sabreMissing, startSabre } from "./sabre.ts";
import { type CalendarLogin, sideOf } from "./stage.ts";

/** Each name is another calendar, which is made. */
export type Calendars = (name: string) => Promise<CalendarLogin>;

export type Peer = {
  /** Null, or what to install. */
  readonly missing: () => string | null;
  readonly start: () => Promise<Calendars>;
};

/** Settings of our own server. Its clock stands still, so a rate limit would never end. */
const unlimited = { DAV_RATE_LIMIT_PER_MINUTE: "1000000", DAV_RATE_LIMIT_BURST: "1000000" };

const login: Login = { username: "anna", password: "secret" };

/** `home`: the folder of its calendars. */
function madeIn(home: string): Calendars {
  return async (name) => {
    const dav = new DavSide(`${home}${name}/`, login);
    await dav.create();
    return { ...login, url: dav.url, side: sideOf(dav) };
  };
}

export const peers: Readonly<Record<string, Peer>> = {
  ours: {
    missing: () => null,
    async start() {
      const server = listeningServer({ config: testDeps(unlimited).config });
      return async () => {
        const far = await household({ server });
        const phone = davClient(far, undefined, { name: "Far phone" });
        const { username, password } = phone;
        const dav = new DavSide(`${server.origin}${phone.at("family")}`, { username, password });
        return { username, password, url: dav.url, side: sideOf(dav) };
      };
    },
  },
  radicale: {
    missing: () => missing({ radicale: "radicale" }),
    async start() {
      const { origin } = await serveWith((port) => [
        ...["radicale", "--config", "", "--server-hosts", `127.0.0.1:${port}`, "--auth-type", "none"],
        ...["--storage-filesystem-folder", emptyFolder()],
      ]);
      return madeIn(`${origin}/anna/`);
    },
  },
  xandikos: {
    missing: () => missing({ xandikos: "xandikos" }),
    async start() {
      const { origin } = await serveWith((port) => [
        ...["xandikos", "-d", emptyFolder(), "-l", "127.0.0.1", "-p", port, "--current-user-principal", "/anna/"],
        ...["--autocreate", "--defaults"],
      ]);
      return madeIn(`${origin}/anna/calendars/`);
    },
  },
  cyrus: { missing: cyrusMissing, start: async () => madeIn(await startCyrus(login)) },
  sabre: { missing: sabreMissing, start: async () => madeIn(await startSabre(login)) },
};
