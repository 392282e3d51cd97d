/** Tests the activity feed: undo, agents' changes, a child's rights and older entries. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser/browser.ts";
import { type BrowserHome, browserHome } from "../support/browser/home.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";

const labels = async (home: BrowserHome) =>
  (await home.api("Ben").get("/v1/tasks")).body.tasks.map(({ label }: { label: string }) => label);

const addTask = (home: BrowserHome, by: string, label: string, to: string) =>
  home.api(by).post("/v1/tasks", { label, memberId: home.member(to).id });

describe("The activity feed", () => {
  test("The activity feed shows an agent's change with the name of the API key, and can undo the change", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/activity" });
    await page.getByRole("heading", { name: "Activity" }).waitFor();
    const task = { label: "Buy stamps", memberId: home.member("Ben").id };
    await home.agent(home.key(["tasks.write"])).post("/v1/tasks", task, { "X-Agent-Name": "Jeeves" });
    const entry = page.getByRole("listitem").filter({ hasText: "Buy stamps" });
    await entry.getByText("Jeeves").waitFor();
    await expectPoll(() => entry.textContent()).toContain("with the key");
    await entry.getByRole("button", { name: "Undo: added “Buy stamps” for Ben" }).click();
    await page.getByText(/^Taken back: /).waitFor();
    await expectPoll(() => labels(home)).toEqual([]);
    await entry.getByText("· taken back").waitFor();
    await expectPoll(() => page.getByRole("button", { name: /^Undo: added “Buy stamps”/ }).count()).toBe(0);
  });

  test("The activity feed can revoke an agent's API key, but asks for a confirmation before that", async () => {
    const home = await browserHome();
    const agent = home.agent(home.key(["tasks.write"]));
    const task = { label: "Spam", memberId: home.member("Ben").id };
    await agent.post("/v1/tasks", task);
    const page = await open(home, { as: "Anna", path: "/activity" });
    await page.getByRole("button", { name: /^More for: added “Spam”/ }).click();
    await page.getByRole("menuitem", { name: "Revoke this key" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke this key" }).click();
    await page.getByText(/^Revoked “/).waitFor();
    expect((await agent.post("/v1/tasks", task)).status).toBe(401);
  });

  test("The activity feed says why a change cannot be undone", async () => {
    const home = await browserHome();
    const { body } = await addTask(home, "Anna", "First", "Ben");
    await home.api("Anna").patch(`/v1/tasks/${body.id}`, { label: "Second" });
    const page = await open(home, { as: "Anna", path: "/activity", allow: [/422/] });
    await page.getByRole("button", { name: /^Undo: added “First”/ }).click();
    await page.getByText(/^“Second” was changed by Anna on .+ at .+ Take that back first/).waitFor();
    await expectPoll(() => labels(home)).toEqual(["Second"]);
  });

  test("A child can undo only their own changes", async () => {
    const home = await browserHome();
    await addTask(home, "Anna", "Anna's", "Mia");
    await addTask(home, "Mia", "Mia's", "Mia");
    const page = await open(home, { as: "Mia", device: "phone", path: "/activity" });
    await page.getByRole("button", { name: /^Undo: added “Mia's”/ }).waitFor();
    await page.getByText("Anna's").first().waitFor();
    await expectPoll(() => page.getByRole("button", { name: /^Undo: added “Anna's”/ }).count()).toBe(0);
  });

  test("The activity feed loads older entries when it is scrolled down, until the oldest entry is shown", async () => {
    const home = await browserHome();
    for (let number = 1; number <= 110; number++) await addTask(home, "Anna", `Task ${number}.`, "Ben");
    const page = await open(home, { as: "Anna", device: "phone", path: "/activity" });
    await page.getByText("“Task 110.”").waitFor();
    await eventually("the end of the feed", async () => {
      await page.evaluate("window.scrollTo(0, document.body.scrollHeight)");
      return page.getByText("That is where it all began.").isVisible();
    });
    await page.getByText("“Task 1.”").waitFor();
  });

  test("The activity feed can show only changes by agents, and a reload keeps this filter", async () => {
    const home = await browserHome();
    await addTask(home, "Anna", "Anna's own", "Ben");
    const page = await open(home, { as: "Anna", path: "/activity" });
    await page.getByText("Anna's own").waitFor();
    await page.locator("label", { hasText: "Agents only" }).click();
    await page.getByText("No agent has done anything here").waitFor();
    await page.reload();
    await page.getByText("No agent has done anything here").waitFor();
    await page.getByRole("link", { name: "Connect an agent" }).waitFor();
  });
});
