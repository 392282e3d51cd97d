/** App passwords with which a member's phones and programs read the calendar. */
import { describe, expect, test } from "bun:test";
import { hashToken } from "#platform/auth/tokens.ts";
import { household, refusal } from "../../support/home/home.ts";
import { passwordOf } from "../../support/operations/sample-records.ts";
import { tablet } from "../../support/records/check-ins.ts";

const input = { name: "Ben's iPhone", access: "write", calendars: null };
const passwordPattern = /^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){4}$/;

type AppRow = { secret_hash: string; calendars: string | null };

describe("an app password", () => {
  test("An app password for calendar programs is created by a member and shown only once", async () => {
    const home = await household();
    const ben = home.as(home.members.ben);
    const { status, body } = await ben.post("/app/calendar-apps", { ...input, name: " Ben's iPhone " });
    expect(status).toBe(200);
    const { password, url, ...app } = body;
    expect(app).toMatchObject({ ...input, lastSeenAt: null, client: null });
    expect(app.username).toMatch(/^ben-[a-km-np-z2-9]{4}$/);
    expect(password).toMatch(passwordPattern);
    expect(url).toBe("http://localhost/dav/");
    expect((await ben.get("/app/calendar-apps")).body).toEqual({ apps: [app] });
    const row = home.db.$client.query("SELECT * FROM app_password WHERE id = ?").get(app.id) as AppRow;
    expect(row.secret_hash).toBe(hashToken(password));
    expect(JSON.stringify([row, home.entries()])).not.toContain(password);
    expect(JSON.stringify(home.entries())).not.toContain(row.secret_hash);
    expect(home.entries()[0]).toMatchObject({
      action: "created",
      subject: { type: "calendar_app", id: app.id, label: "Ben's iPhone" },
      summary: "connected “Ben's iPhone” to the calendar",
    });
  });

  test.each([
    ["Jürgen Groß", "juergengross"],
    ["Zoë", "zoe"],
    ["E\u0301mile", "emile"],
    ["Мария", "member"],
    ["👩‍🦰", "member"],
    ["Maximiliane-Alexandra", "maximilianealexandra"],
    ["Anna-Katharina Schönfelder", "annakatharinaschoenf"],
  ])("An app password of %s has a username that begins with %s", async (name, beginning) => {
    const home = await household();
    const { body } = await home.as(home.add(name, "child")).post("/app/calendar-apps", input);
    expect(body.username.slice(0, -5)).toBe(beginning);
  });

  test("A member can neither list nor delete the app passwords of another member", async () => {
    const home = await household();
    const { anna, ben } = home.members;
    const { body: app } = await home.as(ben).post("/app/calendar-apps", input);
    expect((await home.as(anna).get("/app/calendar-apps")).body).toEqual({ apps: [] });
    const path = `/app/calendar-apps/${app.id}`;
    expect((await home.as(anna).delete(path)).body).toEqual(refusal(404, "App password not found"));
    expect((await home.as(ben).delete(path)).body).toEqual({ id: app.id, deleted: true });
    expect((await home.as(ben).delete(path)).body).toEqual(refusal(404, "App password not found"));
    expect(home.entries()[0]?.summary).toBe("disconnected “Ben's iPhone” from the calendar");
  });

  test("An app password can be limited to chosen calendars that exist", async () => {
    const home = await household();
    const other = await home.neighbour();
    const mia = home.as(home.members.mia);
    const post = (calendars: unknown) => mia.post("/app/calendar-apps", { ...input, access: "read", calendars });
    expect((await post(["family", home.members.mia.id])).body.calendars).toEqual(["family", home.members.mia.id]);
    for (const unknown of ["families", other.members.mia.id, ""])
      expect((await post(["family", unknown])).status).toBe(unknown ? 422 : 400);
    expect((await post([other.members.mia.id])).body).toEqual(refusal(422, "calendars: no such calendar"));
    for (const wrong of [[], ["family", "family"], "family"]) expect((await post(wrong)).status).toBe(400);
  });

  test("A member has at most 20 app passwords", async () => {
    const home = await household();
    const ben = home.as(home.members.ben);
    for (let count = 0; count < 20; count++) expect((await ben.post("/app/calendar-apps", input)).status).toBe(200);
    expect((await ben.post("/app/calendar-apps", input)).body).toEqual(
      refusal(422, "A member can have at most 20 app passwords"),
    );
    expect((await home.as(home.members.mia).post("/app/calendar-apps", input)).status).toBe(200);
  });

  test("An app password is deleted if the member is removed or can no longer sign in", async () => {
    const home = await household();
    const { anna, ben, mia } = home.members;
    const rowsOf = (table: string) =>
      home.db.$client.query(`SELECT * FROM ${table} WHERE household_id = ?`).all(home.id);
    for (const member of [anna, ben, mia]) await home.as(member).post("/app/calendar-apps", input);
    home.db.$client.run(
      "INSERT INTO dav_property SELECT household_id, id, 'family', '{DAV:}displayname', 'x' FROM app_password " +
        "WHERE household_id = ?",
      [home.id],
    );
    expect((await home.as(anna).delete(`/app/members/${mia.id}`)).status).toBe(200);
    expect(rowsOf("app_password").length).toBe(2);
    await passwordOf(home, ben);
    expect((await home.as(anna).delete(`/app/members/${ben.id}/sign-in`)).status).toBe(200);
    expect(rowsOf("app_password").length).toBe(1);
    const change = { current: await passwordOf(home), new: "another one" };
    expect((await home.as(anna).post("/app/password", change)).status).toBe(200);
    expect([rowsOf("app_password").length, rowsOf("dav_property").length]).toEqual([1, 1]);
  });

  test("A tablet on the wall cannot list the app passwords of calendar programs", async () => {
    const home = await household();
    const device = (await tablet(home)).for(home.members.anna);
    expect((await device.call("GET", "/app/calendar-apps")).body).toEqual(
      refusal(403, "Only an owner or adult can do this"),
    );
  });
});
