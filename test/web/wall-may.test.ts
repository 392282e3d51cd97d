/** Permissions on the wall: it offers only members whom the server permits to tick an entry, and says why. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { browserHome } from "../support/browser-home.ts";
import { tap } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { friday, kitchen } from "../support/kitchen.ts";
import { openWall } from "../support/wall.ts";
import { choresOf } from "../support/web-chores.ts";
import { webLists } from "../support/web-lists.ts";

const who = (page: Page) => page.getByRole("dialog", { name: "Who are you?" });
const offered = (page: Page) => who(page).locator(".person-button").allTextContents();
const names = (texts: readonly string[]) => texts.map((each) => /Anna|Ben|Mia/.exec(each)?.[0]);
const box = (page: Page, name: string) => page.getByRole("checkbox", { name });

describe("on the wall", () => {
  test("an assigned list item is offered to its assignee and to adults, an unassigned one to everybody", async () => {
    const lists = await webLists();
    const anna = lists.home.member("Anna").id;
    const mia = lists.home.member("Mia").id;
    const lines = ["Milk", { content: "Wine", memberId: anna }, { content: "Glue", memberId: mia }];
    const id = await lists.list("Shopping", lines);
    const { page } = await openWall(lists.home, { path: `/lists/${id}` });
    await box(page, "Milk").click();
    await who(page).waitFor();
    await expectPoll(async () => names(await offered(page))).toEqual(["Anna", "Ben", "Mia"]);
    await expectPoll(() => who(page).getByText(/^Only/).count()).toBe(0);
    await who(page).getByRole("button", { name: "Mia" }).click();
    await box(page, "Glue").click();
    await eventually("Mia ticked both", async () =>
      Bun.deepEquals(await lists.lines(id), ["x Milk", "Wine", "x Glue"]),
    );
    // The wall remembers Mia for a minute, but this item is not hers.
    await box(page, "Wine").click();
    await who(page).getByText("Only Anna or a grown-up can tick this one.").waitFor();
    await expectPoll(async () => names(await offered(page))).toEqual(["Anna", "Ben"]);
    await expectAccessible(page);
    await who(page).getByRole("button", { name: "Ben" }).click();
    await eventually("Ben ticked it", async () => (await lists.lines(id))[1] === "x Wine");
    await expectPoll(() => page.locator(".toast-error").count()).toBe(0);
  });

  test("the reason is given in German", async () => {
    const lists = await webLists();
    const id = await lists.list("Einkauf", [{ content: "Kleber", memberId: lists.home.member("Anna").id }]);
    const { page } = await openWall(lists.home, { path: `/lists/${id}`, locale: "de-DE" });
    await box(page, "Kleber").click();
    const sheet = page.getByRole("dialog", { name: "Wer bist du?" });
    await sheet.getByText("Das können nur Anna oder Erwachsene abhaken.").waitFor();
  });

  test("a chore is offered to its assignees, a completed one to the member who did it, and both to adults", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({ name: "Bins", memberIds: ["Ben"] });
    await chores.add({ name: "Cat", assignment: "rotate", memberIds: ["Ben", "Mia"], startDate: chores.day(0) });
    const { id } = await chores.add({ name: "Table", assignment: "anyone", memberIds: ["Ben", "Mia"] });
    await chores.do(id, "Ben");
    const { page } = await openWall(home, { path: "/chores" });
    const expectOffered = async (name: string, people: readonly string[], why: string | null) => {
      await box(page, name).click();
      await who(page).waitFor();
      await expectPoll(async () => names(await offered(page))).toEqual([...people]);
      if (why !== null) await who(page).getByText(why).waitFor();
      await page.keyboard.press("Escape");
      await who(page).waitFor({ state: "detached" });
    };
    await expectOffered("Bins", ["Anna", "Ben"], "Only Ben or a grown-up can tick this one.");
    await expectOffered("Cat", ["Anna", "Ben", "Mia"], null);
    await expectOffered("Table", ["Anna", "Ben"], "Only Ben or a grown-up can tick this one.");
  });

  test("an answer that takes longer than a minute still belongs to the member who began it", async () => {
    const home = await browserHome();
    const memberId = home.member("Mia").id;
    await home.api("Anna").post("/v1/check-ins", {
      ...{ presetKey: "happiness", question: "Well?", assigneeIds: [memberId] },
      ...{ daysOfWeek: [1, 2, 3, 4, 5, 6, 7], times: [{ time: "00:00", label: "Any time" }] },
    });
    const { page } = await openWall(home, { clock: home.now() });
    await page.getByRole("button", { name: /^Mia answers/ }).click();
    const sheet = page.getByRole("dialog", { name: "How do you feel inside today?" });
    await tap(page, sheet.getByRole("radio").first().locator("xpath=.."));
    await page.clock.runFor(70_000);
    await sheet.getByRole("button", { name: "Answer" }).click();
    await eventually("Mia answered", async () => {
      const [entry] = (await home.api("Anna").get("/v1/activity")).body.entries;
      return entry.action === "answered" && entry.actor.id === memberId;
    });
    await sheet.waitFor({ state: "detached" });
    await page.clock.runFor(2_000);
    await expectPoll(() => page.getByRole("button", { name: "Mia is at the wall. Somebody else?" }).count()).toBe(0);
  });

  test("a recipe is loved by a member who touches their name, and no longer by a second touch", async () => {
    const home = await kitchen();
    const soup = await home.recipe("Soup", ["500 g Carrots"]);
    await home.anna.patch(`/v1/recipes/${soup.id}/details`, { servings: 2 });
    const meal = await home.plan(friday, "dinner", soup);
    await home.anna.patch(`/v1/meals/${meal.id}/details`, { servings: 4, cookId: home.member("Ben").id });
    const { page } = await openWall(home, { path: "/meals" });
    await page.getByText("Dinner · Ben cooks").waitFor();
    await page.getByRole("button", { name: /Soup/ }).click();
    const sheet = page.getByRole("dialog", { name: /Soup/ });
    await sheet.getByText(/^(1 kg|1,?000 g) Carrots$/).waitFor();
    const likes = async () => (await home.anna.get("/v1/recipes")).body.recipes[0].likes;
    await sheet.getByRole("button", { name: "Mia" }).click();
    await expectPoll(likes).toEqual([home.member("Mia").id]);
    await sheet.getByRole("button", { name: "Mia" }).click();
    await expectPoll(likes).toEqual([]);
  });
});
