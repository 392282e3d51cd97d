import { describe, expect, test } from "bun:test";
import { chooseIdentity } from "#operations/host/acting-user.ts";

const all = (1n << 41n) - 1n;
const none = { puid: null, pgid: null };
const anna = { uid: 1_000, gid: 100 };

describe("a server that is started as root", () => {
  test("A server that is started as root continues as the owner of the data folder", () => {
    expect(chooseIdentity({ wanted: none, self: 0, owner: anna, capabilities: all })).toEqual(anna);
  });

  test("A server that is started as root stays root if root owns the data folder, or if no data folder exists", () => {
    for (const owner of [{ uid: 0, gid: 0 }, null])
      expect(chooseIdentity({ wanted: none, self: 0, owner, capabilities: 0n })).toBeNull();
  });

  test("A server that is started as root continues as the user and group in PUID and PGID", () => {
    const request = { self: 0, owner: anna, capabilities: all };
    expect(chooseIdentity({ ...request, wanted: { puid: 99, pgid: 101 } })).toEqual({ uid: 99, gid: 101 });
    expect(chooseIdentity({ ...request, wanted: { puid: 99, pgid: null } })).toEqual({ uid: 99, gid: 99 });
  });

  test("A server that is started as root fails if it cannot change its user, and names the missing capabilities", () => {
    const chown = 1n;
    const become = (wanted: { puid: number | null; pgid: null }, capabilities: bigint | null) => () =>
      chooseIdentity({ wanted, self: 0, owner: anna, capabilities });
    expect(become({ puid: 99, pgid: null }, all & ~chown)).toThrow(
      "root can't become user 99: it lacks the capabilities CHOWN. " +
        'Set user: "99:99" in compose.yaml, or cap_add: [CHOWN, DAC_OVERRIDE, SETGID, SETUID].',
    );
    expect(become(none, 0n)).toThrow("it lacks the capabilities SETGID, SETUID");
    expect(become(none, all & ~chown)()).toEqual(anna);
    expect(become(none, null)()).toEqual(anna); // Not Linux.
  });
});

describe("a server that is not started as root", () => {
  test("A server that is not started as root continues as the same user", () => {
    const request = { self: 1_000, owner: { uid: 0, gid: 0 }, capabilities: 0n };
    expect(chooseIdentity({ ...request, wanted: none })).toBeNull();
    expect(chooseIdentity({ ...request, wanted: { puid: 1_000, pgid: 7 } })).toBeNull();
  });

  test("A server that is not started as root refuses another user in PUID, and says how to set the user", () => {
    const wanted = { puid: 1_026, pgid: 100 };
    expect(() => chooseIdentity({ wanted, self: 65_532, owner: null, capabilities: 0n })).toThrow(
      "PUID=1026: this runs as user 65532 and can't become another. " +
        'Start it as root (user: "0:0" in compose.yaml), or set user: "1026:100" in place of PUID.',
    );
  });
});
