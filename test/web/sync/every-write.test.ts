/**
 * Every write that the app declares is kept while the server is unreachable, sent once, and rolled back if the server
 * refuses it.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { writes } from "#web/writes.ts";
import { samples } from "./every-write.ts";
import { becomes, browserOfAnna, openTab, pass, until } from "./harness.ts";

const web = join(import.meta.dir, "../../../src/web");

/**
 * Returns the visible part of the data: ids and times of the server are replaced, and the fields of `later` are left
 * out.
 */
function seen(value: unknown, later: readonly string[]): unknown {
  const hidden = ["createdAt", "updatedAt", "createdBy", "slot", ...later];
  const text = JSON.stringify(value, (name, each) => (hidden.includes(name) || each === null ? undefined : each));
  const plain = text
    .replaceAll(/"(new-[0-9a-f]{32}|[0-9a-f-]{36})(@[^"]*)?"/g, '"id"')
    .replaceAll(/"20..-..-..T[^"]*"/g, '"time"');
  return JSON.parse(plain);
}

test("Each write that the app declares has a unique name, a sample for tests and an entry in `writes`", async () => {
  const names: string[] = [];
  for await (const file of new Bun.Glob("**/*.{ts,tsx}").scan(web)) {
    const text = await Bun.file(join(web, file)).text();
    const declared = [...text.matchAll(/= write\(\{\s+name: "([^"]+)"/g)].map(([, name]) => name!);
    expect({ file, count: declared.length }).toEqual({ file, count: text.match(/= write[(<]/g)?.length ?? 0 });
    names.push(...declared);
  }
  expect(writes.map(({ name }) => name).sort()).toEqual(names.sort());
  expect(Object.keys(samples).sort()).toEqual(names.sort());
});

const findWrite = (name: string) => writes.find((each) => each.name === name)!;

test("When a write fails because the record was deleted, the message contains the name of the record", async () => {
  const labels = {
    "calendar.update": "Sample",
    "chores.complete": "Sample",
    "lists.block.assign": "Milk",
    "lists.rename": "Shop",
    "meals.move": "Lasagne",
    "meals.swap": null,
    "notices.act": "Piano",
    "tasks.update": "Other",
  };
  for (const [name, label] of Object.entries(labels)) {
    const browser = await browserOfAnna();
    const { variables } = await samples[name]!(browser.home);
    const tab = await openTab(browser);
    browser.fault = async (sent, send) =>
      sent.headers.has("Idempotency-Key")
        ? Response.json({ error: "Not found", statusCode: 404 }, { status: 404 })
        : send();
    tab.sync.outbox.add(findWrite(name), variables);
    const record = label === null ? "Your change was not saved: " : `Your change to “${label}” was not saved: `;
    await until(record, () => tab.toast?.message.startsWith(record) === true);
  }
});

test("A write that ticks a record and the write that reverses it both contain the id of that record", async () => {
  for (const name of ["chores.complete", "lists.block.tick", "recipes.like", "tasks.update"]) {
    const { variables } = await samples[name]!((await browserOfAnna()).home);
    const tick = name === "tasks.update" ? { patch: { id: "1", completedAt: null }, label: "" } : variables;
    const { write, variables: opposite } = findWrite(name).reverse!(tick)!;
    expect(write.tick!(opposite)).toBe(findWrite(name).tick!(tick));
  }
  expect(findWrite("tasks.update").tick!({ patch: { id: "1", label: "Other" }, label: "Other" })).toBeNull();
});

for (const [name, make] of Object.entries(samples)) {
  test(`The write ${name} is stored while offline, is removed if it is refused, and is applied only once`, async () => {
    const browser = await browserOfAnna();
    const { variables, shown, later = [] } = await make(browser.home);
    const write = findWrite(name);
    let tab = await openTab(browser);
    const open = () => {
      const screen = shown && tab.screen(...shown);
      return () => (screen ? screen.data && seen(screen.data, later) : null);
    };
    let read = open();
    await until("the screen is there", () => read() !== undefined);
    const before = read();

    const { length: entries } = browser.home.entries();

    // The write is kept offline, also over a reload.
    browser.disconnect();
    tab.sync.connection.isConnected.set(false);
    tab.sync.outbox.add(write, variables);
    if (shown) await until("it is shown", () => !Bun.deepEquals(read(), before));
    const wanted = read();
    await pass(1_000);
    tab = await tab.reload();
    read = open();
    await becomes(read, wanted);

    // The server refuses the write.
    const keys: (string | null)[] = [];
    const answer = (judge: (send: () => Promise<Response>) => Promise<Response>) => {
      browser.fault = (sent, send) => {
        if (!sent.headers.has("Idempotency-Key")) return send();
        keys.push(sent.headers.get("Idempotency-Key"));
        return judge(send);
      };
    };
    answer(async () => Response.json({ error: "Not allowed", statusCode: 403 }, { status: 403 }));
    browser.connect();
    tab.sync.connection.isConnected.set(true);
    await becomes(() => tab.refused.length, 1);
    await becomes(read, before);

    // The write is sent again after a lost response.
    keys.length = 0;
    answer(async (send) => {
      await send();
      if (keys.length === 1) throw new TypeError("Failed to fetch");
      return send();
    });
    tab.sync.outbox.add(write, variables);
    await until("the loss is noticed", () => !tab.sync.connection.isConnected.get());
    tab.sync.connection.isConnected.set(true);
    await tab.nothingWaits();
    expect({ refused: tab.refused.slice(1), keys }).toEqual({ refused: [], keys: [keys[0]!, keys[0]!] });
    expect(browser.home.entries().length - entries).toBeLessThanOrEqual(1);
    if (shown === null) return;
    const [source, params] = shown;
    const truth = seen(await source.fetch(params as never, tab.sync.api), later);
    // The server's record may have more fields.
    expect([truth]).toMatchObject([wanted] as [object]);
    await tab.sync.cache.queryClient.refetchQueries();
    await becomes(read, truth);
  });
}
