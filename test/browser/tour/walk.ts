/** Visits stops one after the other and checks each of them. A stop is a screen or a sheet. */
import type { Page } from "playwright-core";
import { arrive, closeSheets, dialogs } from "./moving.ts";
import type { Stop } from "./screens.ts";

/** Check that returns the faults of the page. */
export type Look = (page: Page) => Promise<readonly string[]>;

const nameOf = ({ path, presses, file, shows }: Stop) => {
  const address = path.replaceAll(/[\w-]{36,}|\b\w{22}\b/g, "id").split("#")[0];
  return `${address}${presses ? ` › ${file ?? shows}` : ""}`;
};

/** Returns the faults that the looks find, each with the name of the page, of the stop and of the look. */
export async function walk(page: Page, name: string, stops: readonly Stop[], looks: Readonly<Record<string, Look>>) {
  const faults: string[] = [];
  for (const stop of stops) {
    const tell = (look: string, fault: unknown) => faults.push(`${name}, ${nameOf(stop)}, ${look}: ${fault}`);
    const isThere = await goTo(page, stop).then(
      () => true,
      (error: unknown) => {
        tell("opening", error);
        return false;
      },
    );
    if (!isThere) continue;
    for (const [look, find] of Object.entries(looks)) {
      for (const fault of await find(page)) tell(look, fault);
    }
  }
  return faults;
}

async function goTo(page: Page, { path, shows, presses = [] }: Stop): Promise<void> {
  await closeSheets(page);
  if (path !== "/setup") {
    const first = path.includes("?") ? dialogs : "h1";
    await arrive(page, { to: path, shows: presses.length > 0 ? first : shows });
  }
  for (const press of presses) await (typeof press === "string" ? page.locator(press).first().click() : press(page));
  if (presses.length > 0 || path === "/setup") await arrive(page, { to: null, shows });
}
