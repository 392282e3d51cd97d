/** Signing in at Google over HTTP, up to the calendars that an account offers. */
import { describe, expect, test } from "bun:test";
import { calendarId } from "../../../support/google/account.ts";
import { googleClient } from "../../../support/google/google.ts";
import { connectedGoogle, homeWithGoogle } from "../../../support/google/home.ts";
import { refusal } from "../../../support/home/home.ts";

const noSignIn = refusal(422, "address: belongs to no sign-in that you began in the last ten minutes");
const declined = refusal(422, "address: says that the sign-in was declined");

/** Returns the details of an error, on which the app acts. */
function detailsOf({ headers }: { headers: Headers }): unknown {
  return JSON.parse(decodeURIComponent(headers.get("X-Error-Details") ?? "null"));
}

describe("the household's OAuth client", () => {
  test("The OAuth client for Google is set by an adult, and no response contains the secret", async () => {
    const { home, anna, setClient } = await homeWithGoogle({ PORT: "8123" });
    const mia = home.as(home.members.mia);
    const redirectUri = "http://127.0.0.1:8123/app/google/done";
    const shown = { clientId: null, redirectUri, isReturning: false };
    expect((await anna.get("/app/google/client")).body).toEqual(shown);
    expect((await setClient(googleClient, mia)).status).toBe(403);
    const set = await setClient({ ...googleClient, clientId: ` ${googleClient.clientId} ` });
    expect(set.body).toEqual({ ...shown, clientId: googleClient.clientId });
    expect((await mia.get("/app/google/client")).body).toEqual(set.body);
    expect(home.entries()[0]?.summary).toBe("set the client for accounts at Google");
  });

  test("A Google sign-in is refused until the household has set an OAuth client", async () => {
    const { anna } = await homeWithGoogle();
    const refused = await anna.post("/app/google/authorization", undefined);
    expect(refused.body).toEqual(refusal(422, "Google needs a client of your household first"));
    expect(detailsOf(refused)).toEqual({ reason: "noClient" });
  });

  test("Google redirects to the public address of the server after a sign-in", async () => {
    const { anna, setClient, consent, finish } = await homeWithGoogle({ BASE_URL: "https://home.example" });
    const Cookie = anna.headers.Cookie.replace("inglenook", "__Host-inglenook");
    const headers = { Cookie, Origin: "https://home.example", Host: "home.example" };
    const there = {
      ...anna,
      call: (method: string, path: string, request: object = {}) => anna.call(method, path, { ...request, headers }),
    };
    expect((await setClient(googleClient, there)).body).toMatchObject({
      redirectUri: "https://home.example/app/google/done",
      isReturning: true,
    });
    const address = await consent(there);
    expect(address).toStartWith("https://home.example/app/google/done?state=");
    const back = await anna.get(new URL(address).pathname + new URL(address).search);
    expect(back.status).toBe(303);
    expect(back.headers.get("location")).toBe(`/settings/calendars/google${new URL(address).search}`);
    expect((await finish(`https://home.example${back.headers.get("location")}`, there)).body).toEqual(noSignIn);
    expect((await finish(address, there)).status).toBe(200);
  });
});

describe("a sign-in", () => {
  test("A Google sign-in connects an account, and shows only the calendars that a member chooses", async () => {
    const { google, home, anna, setClient, consent, finish } = await homeWithGoogle();
    google.addCalendar({ id: "school@group.calendar.google.com", summary: "School", accessRole: "reader" });
    google.addCalendar({ id: "busy@group.calendar.google.com", accessRole: "freeBusyReader" });
    google.pageSize = 1;
    await setClient();
    const { status, body } = await finish(await consent());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      provider: "provider_b",
      memberId: home.members.anna.id,
      name: calendarId,
      username: calendarId,
      url: null,
      state: "ready",
      error: null,
      calendarCount: 0,
    });
    const { calendars } = (await anna.get(`/app/calendar-accounts/${body.id}/calendars`)).body;
    expect(calendars.map((each: any) => [each.name, each.mode, each.isReadOnly])).toEqual([
      ["Anna", "off", false],
      ["School", "off", true],
    ]);
    expect(google.seen.filter(({ kind }) => kind === "list")).toEqual([]);
    expect(home.entries()[0]).toMatchObject({ summary: `connected ${calendarId}`, actor: { name: "Anna" } });
    const { key } = calendars[1];
    const both = await anna.call("PUT", `/app/calendar-accounts/${body.id}/calendars/${key}`, {
      body: { mode: "both" },
    });
    expect(both.body).toEqual(refusal(422, "mode: that calendar is read-only"));
  });

  test("A Google sign-in that was declined connects nothing", async () => {
    const { google, anna, setClient, consent, finish } = await homeWithGoogle();
    await setClient();
    google.isDeclined = true;
    const address = await consent();
    expect((await finish(address)).body).toEqual(declined);
    expect((await finish(address)).body).toEqual(noSignIn);
    expect((await anna.get("/app/calendar-accounts")).body.accounts).toEqual([]);
    expect(google.seen).toEqual([]);
  });

  test("A Google sign-in can be completed only once", async () => {
    const { anna, setClient, consent, finish } = await homeWithGoogle();
    await setClient();
    const address = await consent();
    expect((await finish(address)).status).toBe(200);
    expect((await finish(address)).body).toEqual(noSignIn);
    expect((await anna.get("/app/calendar-accounts")).body.accounts).toHaveLength(1);
  });

  test("An OAuth code of a Google sign-in cannot be used again with another state", async () => {
    const { setClient, consent, finish } = await homeWithGoogle();
    await setClient();
    const [first, second] = [new URL(await consent()), new URL(await consent())];
    second.searchParams.set("code", first.searchParams.get("code") ?? "");
    const used = refusal(422, "address: was used already, or is too old: begin again");
    const refused = await finish(second.href);
    expect(refused.body).toEqual(used);
    expect(detailsOf(refused)).toEqual({ reason: "used" });
    expect((await finish(first.href)).body).toEqual(used);
  });

  test("A Google sign-in can be completed only by the member who began the sign-in", async () => {
    const { home, setClient, consent, finish } = await homeWithGoogle();
    await setClient();
    const ben = home.as(home.members.ben);
    const address = await consent();
    const refused = await finish(address, ben);
    expect(refused.body).toEqual(noSignIn);
    expect(detailsOf(refused)).toEqual({ reason: "unknown" });
    const neighbour = await home.neighbour();
    const other = neighbour.as(neighbour.members.anna);
    expect((await other.post("/app/google/done", { address })).body).toEqual(noSignIn);
    expect((await finish(address)).status).toBe(200);
  });

  test("A Google sign-in expires after ten minutes", async () => {
    const { home, setClient, consent, finish } = await homeWithGoogle();
    await setClient();
    const address = await consent();
    home.clock.advance(10 * 60_000);
    expect((await finish(address)).body).toEqual(noSignIn);
  });

  test.each([
    ["a missing permission", "lacks a permission: leave every box of Google's page ticked", "scope"],
    ["a wrong secret", "was refused: Google does not know this client or its secret", "client"],
  ])("A Google sign-in with %s is refused", async (_, text, reason) => {
    const isSecret = reason === "client";
    const { google, anna, setClient, consent, finish } = await homeWithGoogle();
    await setClient(isSecret ? { ...googleClient, clientSecret: "wrong" } : googleClient);
    if (!isSecret) google.grantedScopes = google.grantedScopes.slice(0, 1);
    const refused = await finish(await consent());
    expect(refused.body).toEqual(refusal(422, `address: ${text}`));
    expect(detailsOf(refused)).toEqual({ reason });
    expect((await anna.get("/app/calendar-accounts")).body.accounts).toEqual([]);
  });

  test.each([
    ["token", 503],
    ["token", 500],
    ["calendarList", 500],
  ] as const)(
    "A Google sign-in is refused with the reason that Google does not answer: %s, %i",
    async (kind, status) => {
      const { google, setClient, consent, finish } = await homeWithGoogle();
      await setClient();
      const address = await consent();
      google.failNext(kind, status, "backendError");
      const { body } = await finish(address);
      expect(body).toEqual(refusal(422, "url: does not answer"));
    },
  );

  test.each(["x", "https://home.example/app/google/done", "http://127.0.0.1:3000/app/google/done?state=x&code=y"])(
    "A Google sign-in refuses an address that does not come from Google: %j",
    async (address) => {
      const { setClient, finish } = await homeWithGoogle();
      await setClient();
      expect((await finish(address)).status).toBe(422);
    },
  );
});

describe("accounts", () => {
  test("Google accounts can be connected by children for themselves, and adults see these accounts", async () => {
    const { google, home, account, consent, finish } = await connectedGoogle();
    const mia = home.as(home.members.mia);
    expect((await mia.get("/app/calendar-accounts")).body.accounts).toEqual([]);
    expect((await mia.get(`/app/calendar-accounts/${account.id}/calendars`)).status).toBe(404);
    expect((await finish(await consent(mia), mia, account.id)).status).toBe(404);
    google.calendarList = [];
    google.addCalendar({ id: "mia@example.org", primary: true });
    const own = await finish(await consent(mia), mia);
    expect(own.body).toMatchObject({ memberId: home.members.mia.id, username: "mia@example.org" });
    expect((await mia.get("/app/calendar-accounts")).body.accounts).toHaveLength(1);
    const ben = home.as(home.members.ben);
    expect((await ben.get("/app/calendar-accounts")).body.accounts).toHaveLength(2);
    const at = `/app/calendar-accounts/${own.body.id}`;
    const refused = await ben.post(`${at}/sync`, undefined);
    expect(refused.body).toEqual(refusal(403, "Only its member can do this"));
    expect((await finish(await consent(ben), ben, account.id)).status).toBe(403);
  });

  test("A renewed sign-in to a Google account must use the same account at Google", async () => {
    const { google, account, consent, finish, shownAccount } = await connectedGoogle();
    const before = await shownAccount();
    google.calendarList = [{ id: "ben@example.org", primary: true, accessRole: "owner" }];
    const refused = await finish(await consent(), undefined, account.id);
    expect(refused.body).toEqual(refusal(422, `address: signs in to another account than ${calendarId}`));
    expect(detailsOf(refused)).toEqual({ reason: "other" });
    expect(await shownAccount()).toEqual(before);
  });

  test("A household can connect at most ten accounts", async () => {
    const { home, setClient, consent, finish } = await homeWithGoogle();
    await setClient();
    for (let count = 0; count < 10; count++) expect((await finish(await consent())).status).toBe(200);
    const { body } = await finish(await consent());
    expect(body).toMatchObject(refusal(422, "A household can have at most 10 accounts"));
    expect(home.entries().filter(({ summary }) => summary === `connected ${calendarId}`)).toHaveLength(10);
  });
});
