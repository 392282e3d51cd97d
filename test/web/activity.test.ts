/** The activity feed in a browser. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectGoodLooksInBothSchemes } from "../support/browser-looks.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { expectNothingExecuted, payloads } from "../support/markup.ts";

const labels = async (home: Awaited<ReturnType<typeof browserHome>>, query = "") =>
  (await home.api("Ben").get(`/v1/tasks${query}`)).body.tasks.map(({ label }: { label: string }) => label);

describe("the activity feed", () => {
  test("shows a change at once, marks an agent's change with its name and key, and undoes it", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/activity" });
    await page.getByRole("heading", { name: "Activity" }).waitFor();
    const key = await home.key(["tasks.write"]);
    const made = await home
      .agent(key)
      .post("/v1/tasks", { label: "Buy stamps", memberId: home.member("Ben").id }, { "X-Agent-Name": "Jeeves" });
    expect(made.status).toBe(200);
    const entry = page.getByRole("listitem").filter({ hasText: "Buy stamps" });
    await entry.getByText("Jeeves").waitFor();
    await expectPoll(() => entry.textContent()).toContain("with the key");
    await entry.getByRole("button", { name: "Undo: added “Buy stamps” for Ben" }).click();
    await page.getByText(/^Taken back: /).waitFor();
    await expectPoll(() => labels(home)).toEqual([]);
    await entry.getByText("· taken back").waitFor();
    await expectPoll(() => page.getByRole("button", { name: /^Undo: added “Buy stamps”/ }).count()).toBe(0);
  });

  test("can show only changes by agents, and remembers this", async () => {
    const home = await browserHome();
    await home.api("Anna").post("/v1/tasks", { label: "Anna's own", memberId: home.member("Ben").id });
    const page = await open(home, { as: "Anna", path: "/activity" });
    await page.getByText("Anna's own").waitFor();
    await page.locator("label", { hasText: "Agents only" }).click();
    await page.getByText("No agent has done anything here").waitFor();
    await page.reload();
    await page.getByText("No agent has done anything here").waitFor();
    await page.getByRole("link", { name: "Connect an agent" }).waitFor();
  });

  test("revokes the key of an agent after a confirmation", async () => {
    const home = await browserHome();
    const key = await home.key(["tasks.write"]);
    await home.agent(key).post("/v1/tasks", { label: "Spam", memberId: home.member("Ben").id });
    const page = await open(home, { as: "Anna", path: "/activity" });
    await page.getByRole("button", { name: /^More for: added “Spam”/ }).click();
    await page.getByRole("menuitem", { name: "Revoke this key" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke this key" }).click();
    await page.getByText(/^Revoked “/).waitFor();
    const refused = await home.agent(key).post("/v1/tasks", { label: "More", memberId: home.member("Ben").id });
    expect(refused.status).toBe(401);
  });

  test("offers a child Undo only for their own changes", async () => {
    const home = await browserHome();
    const mine = { label: "Mia's", memberId: home.member("Mia").id };
    await home.api("Anna").post("/v1/tasks", { label: "Anna's", memberId: home.member("Mia").id });
    await home.api("Mia").post("/v1/tasks", mine);
    const page = await open(home, { as: "Mia", device: "phone", path: "/activity" });
    await page.getByRole("button", { name: /^Undo: added “Mia's”/ }).waitFor();
    await expectPoll(() => page.getByRole("button", { name: /^Undo: added “Anna's”/ }).count()).toBe(0);
  });

  test("shows the reason when a change cannot be undone", async () => {
    const home = await browserHome();
    const task = await home.api("Anna").post("/v1/tasks", { label: "First", memberId: home.member("Ben").id });
    await home.api("Anna").patch(`/v1/tasks/${task.body.id}`, { label: "Second" });
    const page = await open(home, { as: "Anna", path: "/activity", allow: [/422/] });
    await page.getByRole("button", { name: /^Undo: added “First”/ }).click();
    await page.getByText(/^“Second” was changed by Anna on .+ at .+ Take that back first/).waitFor();
    await expectPoll(() => labels(home)).toEqual(["Second"]);
  });

  test("loads older entries while scrolling, up to the first one", async () => {
    const home = await browserHome();
    for (let number = 1; number <= 120; number++) {
      await home.api("Anna").post("/v1/tasks", { label: `Task ${number}.`, memberId: home.member("Ben").id });
    }
    const page = await open(home, { as: "Anna", device: "phone", path: "/activity" });
    await page.getByText("“Task 120.”").waitFor();
    await eventually("the end of the feed", async () => {
      await page.evaluate("window.scrollTo(0, document.body.scrollHeight)");
      return page.getByText("That is where it all began.").isVisible();
    });
    await page.getByText("“Task 1.”").waitFor();
  });

  for (const device of ["phone", "tablet", "desktop"] as const) {
    test(`is accessible and fits on a ${device}, in the light and in the dark`, async () => {
      const home = await browserHome({ demo: true });
      const page = await open(home, { as: "Anna", device, path: "/activity", locale: "de-DE" });
      await page.getByRole("listitem").filter({ hasText: "Anna" }).first().waitFor();
      await expectGoodLooksInBothSchemes(page, `activity ${device}`);
    });
  }

  test("shows hostile text as text", async () => {
    const home = await browserHome();
    for (const payload of payloads) {
      await home.api("Anna").post("/v1/tasks", { label: payload.slice(0, 300), memberId: home.member("Ben").id });
    }
    const page = await open(home, { as: "Anna", path: "/activity" });
    await page.getByRole("listitem").nth(40).waitFor();
    await expectNothingExecuted(page);
  });
});
