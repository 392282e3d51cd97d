/** Our client against Radicale and Xandikos, where they are installed. */
import { expect, test } from "bun:test";
import { RemoteConflictError } from "#calendar/external/remote.ts";
import { event } from "../../../support/calendar/dav.ts";
import { emptyFolder } from "../../../support/home/program.ts";
import { endServers, missing, serveWith } from "../../dav/clients/programs.ts";
import { caldavFor, never, password, readAll } from "./peers.ts";

type Peer = {
  readonly program: string;
  readonly arguments: (port: string, folder: string) => string[];
  readonly path: string;
};

const peers: readonly Peer[] = [
  {
    program: "radicale",
    arguments: (port, folder) => [
      ...["radicale", "--config", "", "--server-hosts", `127.0.0.1:${port}`, "--auth-type", "none"],
      ...["--storage-filesystem-folder", folder],
    ],
    path: "/anna/work/",
  },
  {
    program: "xandikos",
    arguments: (port, folder) => [
      ...["xandikos", "-d", folder, "-l", "127.0.0.1", "-p", port, "--current-user-principal", "/anna/"],
      ...["--autocreate", "--defaults"],
    ],
    path: "/anna/calendars/work/",
  },
];

test.each(peers)(
  "The CalDAV server $program supports discovery, listings, reading and conditional writing",
  async ({ program, arguments: commandOf, path }) => {
    const toInstall = missing({ [program]: program });
    if (toInstall !== null) {
      console.log(`${program} could not be tried: ${toInstall}`);
      return;
    }
    try {
      const { origin } = await serveWith((port) => commandOf(port, emptyFolder()));
      const credentials = { username: "anna", password, origins: [origin] };
      const Authorization = `Basic ${Buffer.from(`anna:${password}`).toString("base64")}`;
      await fetch(origin + path, { method: "MKCALENDAR", headers: { Authorization } });

      const caldav = caldavFor([origin]);
      const { calendars } = await caldav.discover({ ...credentials, url: origin }, never);
      const work = calendars.find(({ externalId }) => externalId === origin + path);
      expect(work?.isReadOnly).toBe(false);
      if (!work) return;
      const calendar = caldav.open(credentials, work);

      const empty = await calendar.list(null, never);
      expect(empty).toMatchObject({ heads: [], isWhole: true });
      const uids = Array.from({ length: 35 }, (_, index) => `${index}@test`);
      const made = new Map<string, string | null>();
      for (const uid of uids) {
        const id = calendar.idFor(uid);
        const { id: at, etag } = await calendar.put(
          { id, etag: null, base: null, text: event(uid, "SUMMARY:Zähne & <mehr>") },
          never,
        );
        expect(at).toBe(id);
        made.set(id, etag);
      }
      const changes = await calendar.list(empty.state, never);
      expect(changes.isWhole).toBe(false);
      const whole = await calendar.list(null, never);
      const byId = (heads: typeof whole.heads) => new Map(heads.map(({ id, etag }) => [id, etag]));
      expect(byId(whole.heads).size).toBe(35);
      expect(byId(changes.heads)).toEqual(byId(whole.heads));
      expect(byId(whole.heads)).toEqual(made);

      const objects = await readAll(calendar, whole.heads);
      expect(objects).toHaveLength(35);
      for (const { text } of objects) expect(text).toContain("SUMMARY:Zähne & <mehr>");
      const [first, second] = objects;
      if (!first || !second) return;
      const outgoing = { ...first, base: first.text, text: first.text.replace("Zähne", "Later") };
      const changed = await calendar.put(outgoing, never);
      expect(changed.text).toContain("Later");
      expect(changed.etag).not.toBe(first.etag);
      await expect(calendar.put(outgoing, never)).rejects.toBeInstanceOf(RemoteConflictError);
      await expect(calendar.put({ ...outgoing, etag: null }, never)).rejects.toBeInstanceOf(RemoteConflictError);
      await expect(calendar.remove(first, never)).rejects.toBeInstanceOf(RemoteConflictError);
      await calendar.remove(second, never);
      await calendar.remove(second, never);
      expect(await calendar.list(whole.state, never)).toMatchObject({
        heads: [{ id: first.id, etag: changed.etag }],
        removed: [second.id],
        isWhole: false,
      });
      expect((await calendar.list(JSON.stringify({ token: "http://unknown/1", ctag: null }), never)).isWhole).toBe(
        true,
      );
      expect(await readAll(calendar, [second])).toEqual([]);
    } finally {
      endServers();
    }
  },
  60_000,
);
