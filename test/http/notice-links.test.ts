/** Links in notifications: they act on one notice without a sign-in, and on nothing else. */
import { beforeEach, describe, expect, test } from "bun:test";
import { day, minute } from "#lib/time.ts";
import { createNoticeToken } from "#notifications/notices/token.ts";
import { type Home, household, refusal, serverInProcess } from "../support/home/home.ts";
import { addNotice } from "../support/reminders/notices.ts";

const invalid = refusal(403, "Link is not valid");
const ntfy = "https://ntfy.example";

let home: Home;

beforeEach(async () => {
  home = await household({ server: serverInProcess({ TRUSTED_PROXIES: "127.0.0.1" }) });
});

const tokenOf = (noticeId: string, own = home) => createNoticeToken(own.db, { householdId: own.id, noticeId });
const follow = (token: string, body: object = { action: "done" }, headers = {}) =>
  home.call("POST", `/n/${token}`, { key: null, body, headers });
const show = (token: string) => home.get(`/app/notices/link/${token}`, { key: null });

/** A notice for Mia, a child, about a task of the member; returns the ids. */
async function aboutTask(memberId = home.members.mia.id) {
  const body = { label: "Present", memberId, dueDate: "2026-11-27" };
  const task: string = (await home.post("/v1/tasks", body)).body.id;
  const notice = addNotice(home, {
    ...{ memberId: home.members.mia.id, kind: "task", subjectType: "task", subjectId: task, slot: "2026-11-27" },
    ...{ facts: { type: "task", label: "Present", dueDate: "2026-11-27" }, about: [home.members.mia.id] },
  });
  return { task, notice, token: tokenOf(notice) };
}

describe("a link in a notification", () => {
  test("A link in a notification carries out the action once, as the member and without a cookie", async () => {
    const { task, token } = await aboutTask();
    const before = home.entries().length;
    const first = await follow(token);
    expect(first.body).toEqual({ state: "done", line: "Done: Present" });
    expect(first.headers.get("Set-Cookie")).toBeNull();
    const [entry] = home.entries();
    expect(entry).toMatchObject({ action: "completed", subject: { id: task }, actor: { kind: "member", name: "Mia" } });
    expect((await follow(token)).body).toEqual(first.body);
    expect(home.entries().length).toBe(before + 1);
  });

  test("A link in a notification cannot carry out an action that the member's role does not allow", async () => {
    const { token } = await aboutTask(home.members.ben.id);
    expect((await follow(token)).body).toEqual(refusal(403, "Only an owner or adult can do this"));
  });

  test("A link in a notification can snooze or dismiss the reminder, with the same limits as the app", async () => {
    const { token } = await aboutTask();
    expect((await follow(token, { action: "snooze", minutes: 0 })).status).toBe(400);
    expect((await follow(token, { action: "open" })).status).toBe(400);
    expect((await follow(token, { action: "snooze", minutes: 10 })).body.line).toBe("Again at 10:10: Present");
    const event = tokenOf(addNotice(home));
    expect((await follow(event)).body).toEqual(refusal(422, "This can no longer be done from here"));
    expect((await follow(event, { action: "dismiss" })).body.state).toBe("dismissed");
  });

  test("A link in a notification can be read without a sign-in, and reading changes nothing", async () => {
    const { task, notice, token } = await aboutTask();
    const before = home.entries().length;
    const shown = {
      ...{ title: "Due today: Present", body: "", path: `/tasks?edit=${task}` },
      ...{ state: "open", actions: ["done", "snooze"], language: "en" },
    };
    for (const query of ["", "?", ""]) expect((await show(`${token}${query}`)).body).toEqual(shown);
    expect((await home.call("HEAD", `/app/notices/link/${token}`, { key: null })).status).toBe(200);
    expect((await home.as(home.members.mia).get(`/app/notices/${notice}`)).body).toMatchObject({
      ...{ state: "open", readAt: null },
    });
    expect(home.entries().length).toBe(before);
    await follow(token);
    expect((await show(token)).body).toMatchObject({ state: "done", actions: [] });
  });

  test("A link in a notification is refused if any character was changed", async () => {
    const { token } = await aboutTask();
    const flip = (at: number) => token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
    const forged = [...token].map((_, at) => flip(at));
    forged.push(token.slice(0, -1), `${token}A`, token.toUpperCase(), "wrong", Bun.randomUUIDv7(), "a".repeat(100));
    const before = home.entries().length;
    for (const each of forged) {
      home.clock.advance(minute); // The limit by address is not what is tested here.
      expect((await follow(each)).body).toEqual(invalid);
      expect((await show(each)).body).toEqual(invalid);
    }
    expect((await follow("a".repeat(101))).status).toBe(400);
    expect(home.entries().length).toBe(before);
  });

  test("A link in a notification is refused for another household, or after the reminder was deleted", async () => {
    const { notice, token } = await aboutTask();
    const other = await home.neighbour();
    const foreign = createNoticeToken(home.db, { householdId: other.id, noticeId: notice });
    expect((await follow(foreign)).body).toEqual(invalid);
    home.db.$client.run("DELETE FROM notice");
    expect((await follow(token)).body).toEqual(invalid);
    expect((await show(token)).body).toEqual(invalid);
  });

  test("A link in a notification of another server is refused", async () => {
    const other = await household({ server: serverInProcess() });
    const token = tokenOf(addNotice(other), other);
    expect((await follow(token)).body).toEqual(invalid);
  });

  test("A link in a notification is valid until three days after the notice was due", async () => {
    const { token } = await aboutTask();
    home.clock.advance(3 * day);
    expect((await show(token)).status).toBe(200);
    home.clock.advance(1);
    expect((await show(token)).body).toEqual(invalid);
    expect((await follow(token)).body).toEqual(invalid);
  });

  test("A link in a notification is refused after the member was removed", async () => {
    const { token } = await aboutTask(home.members.ben.id);
    await home.as(home.members.anna).delete(`/app/members/${home.members.mia.id}`);
    expect((await follow(token)).body).toEqual(invalid);
  });

  test("A link in a notification may be used 30 times a minute from one address", async () => {
    const { token } = await aboutTask();
    for (let times = 0; times < 15; times++) {
      expect((await follow(token)).status).toBe(200);
      expect((await show(token)).status).toBe(200);
    }
    expect(await follow(token)).toMatchObject({ status: 429, body: refusal(429, "Rate limit exceeded") });
    expect((await show(token)).status).toBe(429);
    const elsewhere = await home.neighbour();
    expect((await elsewhere.call("POST", `/n/${token}`, { key: null, body: { action: "done" } })).status).toBe(200);
    home.clock.advance(2_000);
    expect((await follow(token)).status).toBe(200);
  });
});

describe("a web page of any origin", () => {
  const preflight = (path: string) =>
    home.call("OPTIONS", path, {
      key: null,
      headers: {
        Origin: ntfy,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
      },
    });

  test("A web page of any origin may use a link in a notification", async () => {
    const { token } = await aboutTask();
    const asked = await preflight(`/n/${token}`);
    expect(asked.status).toBe(204);
    expect(asked.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(asked.headers.get("Access-Control-Allow-Methods")).toContain("POST");
    expect(asked.headers.get("Access-Control-Allow-Headers")).toContain("Content-Type");
    expect(asked.headers.get("Access-Control-Allow-Credentials")).toBeNull();
    const { status, headers } = await follow(token, { action: "done" }, { Origin: ntfy });
    expect(status).toBe(200);
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
  });

  test("A web page of any origin may read why a link in a notification was refused", async () => {
    const { status, headers } = await follow("wrong", { action: "done" }, { Origin: ntfy });
    expect(status).toBe(403);
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  test("A web page of any origin may send no request except that of a link in a notification", async () => {
    for (const path of ["/app/notices/read", "/v1/tasks", "/app/session"]) {
      const { headers } = await preflight(path);
      expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
    }
    const { Cookie } = home.signIn(home.members.anna);
    const headers = { Cookie, Origin: ntfy };
    const { body } = await home.call("POST", `/app/notices/${addNotice(home)}`, {
      ...{ key: null, headers, body: { action: "dismiss" } },
    });
    expect(body).toEqual(refusal(403, "Origin does not match"));
  });
});
