/** Tour on a phone: every screen and sheet, with every check. */
import { expect } from "bun:test";
import { open, test } from "../../support/browser/browser.ts";
import { freshSite } from "../../support/browser/homes/fresh.ts";
import { noMember } from "../../support/browser/homes/wall.ts";
import { home } from "./household.ts";
import { looks } from "./looks.ts";
import { screens, setup, sheets, signedOut } from "./screens.ts";
import { fieldsOfNobody, typing } from "./typing.ts";
import { walk } from "./walk.ts";

/** Matches the console message about an event that does not exist. */
const isGone = /status of 404/;

test("Every screen and sheet passes the checks of layout and accessibility on a phone", async () => {
  const page = await open(home, { as: "Anna", device: "phone", allow: [isGone] });
  expect(await walk(page, "phone", [...screens, ...sheets], looks)).toEqual([]);
}, 240_000);

test("Every screen before the sign-in passes the checks of layout and accessibility on a phone", async () => {
  const page = await open(home, { device: "phone", path: "/sign-in", allow: [noMember] });
  const { look, missed } = typing();
  const faults = await walk(page, "phone", signedOut, { ...looks, "typed text": look });
  const fresh = freshSite();
  const first = await open(fresh, { device: "phone", path: fresh.path, allow: [noMember] });
  faults.push(...(await walk(first, "phone", setup, { ...looks, "typed text": look })));
  expect(faults).toEqual([]);
  expect(missed(fieldsOfNobody)).toEqual([]);
});
