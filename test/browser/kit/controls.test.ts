/** Tests the controls of the kit: the values that they report, and their use by keyboard. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { common } from "#web/i18n/en/common.ts";
import { test } from "../../support/browser/browser.ts";
import { chooseByLabel } from "../../support/browser/choice.ts";
import { swipe } from "../../support/browser/touch.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { button, frames, mount } from "./stage.ts";

const values = async (page: Page) => JSON.parse((await page.getByLabel("Values").textContent()) ?? "");
const expectValues = (page: Page, expected: object) => expectPoll(() => values(page)).toMatchObject(expected);

describe("A control", () => {
  test("A segmented control hides its radio buttons, but the arrow keys still choose an option", async () => {
    const page = await mount("controls");
    const radio = (name: string) => page.getByRole("group", { name: "View" }).getByRole("radio", { name });
    await radio("Week").focus();
    await page.keyboard.press("ArrowRight");
    await expectPoll(() => radio("Month").isChecked()).toBe(true);
    await expectPoll(async () => (await radio("Month").boundingBox())!.width).toBeLessThanOrEqual(1);
    await expectValues(page, { view: "month" });
  });

  test("A radio group reports the chosen option, and has a label, a hint and an option to choose none", async () => {
    const page = await mount("controls");
    const group = page.getByRole("group", { name: "How often", description: "You can change this later." });
    await group.getByText("Every week").click();
    await expectValues(page, { often: 7 });
    await page.keyboard.press("ArrowDown");
    await expectPoll(() => group.getByRole("radio", { name: "Never" }).isChecked()).toBe(true);
    await expectValues(page, { often: null });
  });

  test("A select reports the chosen option", async () => {
    const page = await mount("controls");
    await page.getByRole("combobox", { name: "View" }).selectOption({ label: "Month" });
    await expectValues(page, { view: "month" });
  });

  test("A text field, a date field and a time field report what is typed", async () => {
    const page = await mount("controls");
    await page.getByLabel("Title").fill("Bread");
    await page.getByLabel("Day", { exact: true }).first().fill("2026-04-05");
    await page.getByLabel("Time").fill("09:30");
    await expectValues(page, { text: "Bread", day: "2026-04-05", time: "09:30" });
  });

  test("A form field is described by its hint or its error, and is marked as invalid if it has an error", async () => {
    const page = await mount("controls");
    const email = page.getByRole("textbox", { name: "Email" });
    await expectPoll(() => email.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("textbox", { name: "Email", description: "This is no complete address." }).waitFor();
    await page.getByRole("textbox", { name: "Title", description: "As you would say it." }).waitFor();
    await expectPoll(() => page.getByLabel("Title").getAttribute("aria-invalid")).toBeNull();
  });

  test("A switch and a checkbox always show the state that the page gives them, even after a press", async () => {
    const page = await mount("controls");
    await page.getByRole("switch", { name: "All day" }).press("Space");
    await page.getByRole("checkbox", { name: "Sure" }).press("Space");
    await expectValues(page, { isOn: false, isSure: true });
    await page.getByRole("checkbox", { name: "Stays ticked" }).press("Space");
    await expectPoll(() => page.getByRole("checkbox", { name: "Stays ticked" }).isChecked()).toBe(true);
  });

  test("A busy button ignores presses and keeps the focus", async () => {
    const page = await mount("controls");
    await button(page, "Saving").press("Enter");
    await page.locator("button:focus", { hasText: "Saving" }).waitFor();
    await page.getByRole("switch", { name: "All day" }).press("Space");
    await expectValues(page, { isOn: false, text: "Milk" });
  });

  test("A chip is removed by the button on the chip", async () => {
    const page = await mount("controls");
    await button(page, "Remove: Friday").click();
    await expectValues(page, { text: "Without Friday" });
  });

  test("A file button reports the chosen file, even if the same file is chosen again", async () => {
    const page = await mount("controls");
    for (const files of [["notes.txt"], ["notes.txt", "notes.txt"]]) {
      const chooser = page.waitForEvent("filechooser");
      await button(page, "Choose a file").click();
      await (await chooser).setFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Milk") });
      await expectValues(page, { files });
    }
  });
});

describe("A part of a page that loads data", () => {
  test("A part of a page that loads data shows placeholders, the data, or an error with a retry button", async () => {
    const page = await mount("loading");
    await page.getByRole("status", { name: "Loading" }).waitFor();
    await button(page, "Fail").click();
    await page.getByRole("alert").getByText(common.needsServer).waitFor();
    await button(page, common.labels.retry).click();
    await page.getByRole("status", { name: "Loading" }).waitFor();
    await button(page, "Arrive").click();
    await page.getByText("Loaded: Milk").waitFor();
    await button(page, "Fail later").click();
    await frames(page);
    await page.getByText("Loaded: Milk").waitFor();
    await expectPoll(() => page.getByRole("alert").count()).toBe(0);
  });
});

describe("A picker", () => {
  test("A picker of people or colours names each person or colour, and reports the choice", async () => {
    const page = await mount("controls");
    await page.getByRole("group", { name: "Who" }).getByText("Ben").click();
    await page.getByRole("group", { name: "With" }).getByText("Anna").click();
    await chooseByLabel(page.getByRole("radio", { name: "Grape" }));
    await expectValues(page, { who: "2", all: ["4"], color: "grape" });
    await page.getByRole("group", { name: "Who" }).getByText("Anyone").click();
    await expectValues(page, { who: null });
  });

  test("The emoji picker has one tab stop, and arrow keys move the focus between the emoji", async () => {
    const page = await mount("controls");
    const focused = (emoji: string) => page.locator(".emoji:focus", { hasText: emoji }).waitFor();
    const stops = page.locator(".emoji[tabindex='0']");
    await expectPoll(() => stops.allTextContents()).toEqual(["🦊"]);
    await stops.focus();
    await page.keyboard.press("ArrowRight");
    await focused("🐻");
    await page.keyboard.press("ArrowLeft");
    await focused("🦊");
    await page.keyboard.press("ArrowDown");
    const below = await page.locator(".emoji:focus").evaluate((cell: any) => {
      const first = cell.parentElement.firstElementChild;
      return cell.offsetLeft === first.offsetLeft && cell.offsetTop > first.offsetTop;
    });
    expect(below).toBe(true);
    await page.keyboard.press("Enter");
    await expectPoll(() => stops.count()).toBe(1);
    const { emoji } = await values(page);
    expect(emoji).not.toBe("🦊");
    await page.locator(".emoji[aria-pressed=true]").click();
    await expectValues(page, { emoji: null });
    await page.getByLabel("Another emoji").fill(" 🧇 ");
    await expectValues(page, { emoji: "🧇" });
  });

  test("The emoji picker switches to another group of emoji", async () => {
    const page = await mount("controls");
    await chooseByLabel(page.getByRole("radio", { name: "Food" }));
    await page.locator(".emoji", { hasText: "🍎" }).click();
    await expectValues(page, { emoji: "🍎" });
  });
});

describe("A swipe", () => {
  test("A horizontal swipe goes to the next or the previous page, but a mostly vertical swipe does not", async () => {
    const page = await mount("swiped days", "phone");
    const [left, right, up] = [
      { x: 80, y: 400 },
      { x: 300, y: 400 },
      { x: 240, y: 200 },
    ];
    await swipe(page, right, up);
    await swipe(page, right, left);
    await page.getByText("Day 1", { exact: true }).waitFor();
    await swipe(page, left, right);
    await page.getByText("Day 0", { exact: true }).waitFor();
    await swipe(page, left, right);
    await page.getByText("Day -1", { exact: true }).waitFor();
  });
});
