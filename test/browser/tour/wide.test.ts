/** Tour on a desktop, on a child's tablet, and with forced colours. */
import { expect } from "bun:test";
import { open, test } from "../../support/browser/browser.ts";
import { forcedColors } from "./forced-colors.ts";
import { home } from "./household.ts";
import { cheapLooks, looks, readable } from "./looks.ts";
import { chosen, ofChild, screens, sheets } from "./screens.ts";
import { fieldsOfMembers, typing } from "./typing.ts";
import { walk } from "./walk.ts";

test("Every screen and sheet passes the checks of layout on a desktop, and runs no hostile text as code", async () => {
  const page = await open(home, { as: "Anna", device: "desktop", allow: [/status of 404/] });
  const { look, missed } = typing();
  const faults = await walk(page, "desktop", screens, { ...looks, "typed text": look });
  faults.push(...(await walk(page, "desktop", sheets, { ...cheapLooks, "typed text": look })));
  expect(faults).toEqual([]);
  expect(missed(fieldsOfMembers)).toEqual([]);
}, 240_000);

test("Every screen passes the layout checks on a child's tablet, in landscape and in portrait", async () => {
  const page = await open(home, { as: "Mia", device: "tablet" });
  const faults = await walk(page, "tablet of a child", ofChild, looks);
  await page.setViewportSize({ width: 820, height: 1180 });
  faults.push(...(await walk(page, "upright tablet", ofChild, { ...cheapLooks, "whole words": readable })));
  expect(faults).toEqual([]);
});

test("The main screens are usable with forced colours, although these remove backgrounds", async () => {
  const page = await open(home, { as: "Anna", device: "desktop" });
  await page.emulateMedia({ forcedColors: "active" });
  expect(await walk(page, "desktop", [...screens.slice(0, 12), ...chosen], { "forced colours": forcedColors })).toEqual(
    [],
  );
});
