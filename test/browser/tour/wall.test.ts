/** Tour of a wall tablet. */
import { expect } from "bun:test";
import { test } from "../../support/browser/browser.ts";
import { openWall } from "../../support/browser/homes/wall.ts";
import { home } from "./household.ts";
import { looks } from "./looks.ts";
import { wall } from "./screens.ts";
import { fieldsOfWall, typing } from "./typing.ts";
import { walk } from "./walk.ts";

test("Every screen and sheet of a wall tablet passes the checks of layout and accessibility", async () => {
  const { page } = await openWall(home);
  const { look, missed } = typing();
  expect(await walk(page, "wall", wall, { ...looks, "typed text": look })).toEqual([]);
  expect(missed(fieldsOfWall)).toEqual([]);
}, 240_000);
