import { describe, expect, test } from "bun:test";
import { storePicture } from "#platform/images/files.ts";
import { newPath, put } from "../../support/home/folders.ts";
import { refusal, serverInProcess } from "../../support/home/home.ts";

const householdId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const bytes = Buffer.from("RIFF, as if it were a cover");

async function arrange() {
  const dataDir = newPath();
  const name = await storePicture(dataDir, householdId, bytes);
  put(dataDir, "inglenook.db", "the database");
  const server = serverInProcess({ DATA_DIR: dataDir });
  const send = (path: string, init: RequestInit = {}) => server.handle(new Request(`http://localhost${path}`, init));
  return { dataDir, name, send };
}

describe("/covers/<name>", () => {
  test("The address of a cover returns the picture to anybody who knows the name", async () => {
    const { name, send } = await arrange();
    const answer = await send(`/covers/${name}`);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.bytes())).toEqual(bytes);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  });

  test("The address of a cover answers HEAD with the same headers and no body", async () => {
    const { name, send } = await arrange();
    const answer = await send(`/covers/${name}`, { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("image/webp");
    expect((await answer.bytes()).length).toBe(0);
  });

  test("The address /covers/ returns no picture for a wrong name, a path out of the folder or another method", async () => {
    const { name, send } = await arrange();
    const others = [
      ...[`${"0".repeat(32)}.webp`, "", ".", "a.webp", name.replace("webp", "png"), `${name}x`, `${name}/`],
      ...["../inglenook.db", "..%2finglenook.db", "%2e%2e%2finglenook.db", "..%5cinglenook.db", `%2e%2f${name}`],
      ...[`${name}%00`, `${name}%0a`, "%", "%ff", `.%2f${name}`, `covers/${name}`, `${"a".repeat(5_000)}.webp`],
    ];
    for (const each of others) {
      const answer = await send(`/covers/${each}`);
      expect({ each, status: answer.status }).toEqual({ each, status: 404 });
      expect((await answer.json()) as object).toEqual(refusal(404, "Not found"));
    }
    for (const each of [
      `${householdId}/${name}`,
      `x/${name}`,
      `${crypto.randomUUID()}/${name}`,
      `..%2fcovers%2f${householdId}/${name}`,
    ]) {
      expect({ each, status: (await send(`/covers/${each}`)).status }).toEqual({ each, status: 404 });
    }
    // URL rules resolve the parent folder to `/`: the app's page, and no file of any folder.
    const above = await send("/covers/..");
    expect(above.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(await above.text()).toBe(await (await send("/")).text());
    for (const method of ["POST", "PUT", "DELETE"]) {
      const answer = await send(`/covers/${name}`, { method });
      expect({ method, status: answer.status, allow: answer.headers.get("Allow") }).toEqual({
        method,
        status: 405,
        allow: "GET, HEAD",
      });
    }
  });
});
