/** The tour of a tablet on the wall. */
import { expect } from "bun:test";
import { test } from "../../support/browser.ts";
import { openWall } from "../../support/wall.ts";
import { home } from "./household.ts";
import { looks } from "./looks.ts";
import { wall } from "./screens.ts";
import { walk } from "./walk.ts";

test("Every screen and sheet of the wall looks good", async () => {
  const { page } = await openWall(home);
  expect(await walk(page, "wall", wall, looks)).toEqual([]);
}, 240_000);
