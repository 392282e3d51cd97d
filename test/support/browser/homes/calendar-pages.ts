/** Calendar pages for tests on a Wednesday in March 2027 in Berlin, and positions in the calendar grid. */
import type { Locator, Page } from "playwright-core";
import { type BrowserHome, browserHome } from "../home.ts";
import type { Point } from "../touch.ts";

/** Time at which the tests run: Wednesday, 3 March 2027, 10:20 in Berlin. */
export const now = new Date("2027-03-03T09:20:00Z");

/** Creates a test household at the time `now`. */
export const calendarHome = () => browserHome({ now });

/** Adds an event for the whole household on a day of March 2027, between two local times in Berlin in winter. */
export async function add(home: BrowserHome, title: string, day: number, from: string, to: string, more: object = {}) {
  const at = (time: string) => `2027-03-${String(day).padStart(2, "0")}T${time}:00+01:00`;
  const { body } = await home.api("Anna").post("/v1/events", { title, startsAt: at(from), endsAt: at(to), ...more });
  return body as { id: string };
}

/** Reads an event from the server. */
export async function eventNow(home: BrowserHome, id: string) {
  return (await home.api("Anna").get(`/v1/events/${id}`)).body;
}

/** Returns the starts of all events in March 2027 with a title, in UTC, as `DDTHH:MM`. */
export async function startsOf(home: BrowserHome, title: string): Promise<string[]> {
  const { body } = await home.api("Anna").get("/v1/events?from=2027-03-01T00:00:00Z&to=2027-04-01T00:00:00Z");
  return body.events.filter((each: any) => each.title === title).map((each: any) => each.startsAt.slice(8, 16));
}

/** Returns the button of an event in the grid, by its title. */
export function eventCalled(page: Page, title: string): Locator {
  return page.locator("[data-key]").filter({ hasText: title }).first();
}

const viewOf = { 1: "day", 2: "week", 3: "month", 4: "agenda" } as const;

/** Waits until the calendar is loaded, and chooses a view by its key unless it is shown already. */
export async function view(page: Page, key: "1" | "2" | "3" | "4"): Promise<void> {
  await page.locator(".calendar-toolbar").waitFor();
  const toolbar = page.locator(`.calendar-toolbar[data-view=${viewOf[key]}]`);
  if ((await toolbar.count()) === 0) await page.keyboard.press(key);
  // The previous view stays, without a busy mark, until this one is rendered.
  await toolbar.waitFor();
  await page.locator(".calendar-view[aria-busy=false]").waitFor();
}

/**
 * Returns the point of a time in the grid, in the column of a day (`2027-03-03`) or of a person. Scrolls the point into
 * view.
 */
export async function pointIn(page: Page, column: string, time: string): Promise<Point> {
  const lane = page.getByRole("group", { name: column }).first();
  await lane.waitFor();
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const share = (hours * 60 + minutes) / 1_440;
  await page.locator(".calendar-grid").evaluate((grid: any, part: number) => {
    const hoursOf = grid.querySelector(".calendar-hours");
    grid.scrollTop = hoursOf.offsetHeight * part - 200;
  }, share);
  const box = await lane.boundingBox();
  if (!box) throw new Error(`There is no column ${column}`);
  return { x: box.x + box.width / 2, y: box.y + box.height * share };
}

/** Drags from one point to another with the mouse, in steps. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 3; step++) {
    await page.mouse.move(from.x + ((to.x - from.x) * step) / 3, from.y + ((to.y - from.y) * step) / 3);
  }
  await page.mouse.up();
}

/**
 * Returns the texts and avatars that are cut off in the events of the grid. A line of text or an avatar must be shown
 * completely or not at all.
 */
export function halfShown(page: Page): Promise<string[]> {
  return page.locator(".calendar-event-inside").evaluateAll((insides: any[]) => {
    const { document, getComputedStyle } = insides[0]?.ownerDocument.defaultView ?? {};
    const found: string[] = [];
    /** Returns the part of a box that remains visible within the ancestors that clip it. */
    const clipped = (box: any, from: any, event: any) => {
      const part = { top: box.top, bottom: box.bottom, left: box.left, right: box.right };
      for (let each = from; each; each = each === event ? null : each.parentElement) {
        if (getComputedStyle(each).overflow === "visible") continue;
        const limit = each.getBoundingClientRect();
        part.top = Math.max(part.top, limit.top);
        part.bottom = Math.min(part.bottom, limit.bottom);
        part.left = Math.max(part.left, limit.left);
        part.right = Math.min(part.right, limit.right);
      }
      return { height: Math.max(0, part.bottom - part.top), width: Math.max(0, part.right - part.left) };
    };
    /**
     * Whether a box is cut off. Small differences are ignored, because the boxes of lines are a little higher than the
     * lines.
     */
    const isPart = (shown: number, whole: number) => shown > 2 && shown < whole - 3;
    for (const inside of insides) {
      const event = inside.closest(".calendar-event");
      const texts = document.createTreeWalker(inside, 4);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(text);
        const hasEllipsis = /ellipsis/.test(getComputedStyle(text.parentElement).textOverflow);
        for (const line of range.getClientRects()) {
          const { height, width } = clipped(line, text.parentElement, event);
          const isCut = !hasEllipsis && height > 2 && isPart(width, line.width);
          if ((width > 2 && isPart(height, line.height)) || isCut) found.push(text.data);
        }
      }
      for (const face of inside.querySelectorAll(".avatar")) {
        const box = face.getBoundingClientRect();
        const { height, width } = clipped(box, face.parentElement, event);
        if (isPart(height, box.height) || isPart(width, box.width)) found.push(`a face of ${event.title}`);
      }
    }
    return found;
  });
}
