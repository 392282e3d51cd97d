import { yieldToEventLoop } from "#lib/concurrency.ts";
import type { ColorKeyName } from "#lib/wire.ts";
import type { Event } from "../events/event.ts";
import type { Component } from "../ical/component.ts";
import { property } from "../ical/lines.ts";
import { escapeText } from "../ical/values.ts";
import { type RenderedObject, renderCalendar, renderObject } from "../ical/write.ts";
import type { FeedItem } from "./contents.ts";
import type { CalendarFeed } from "./model.ts";

type Calendar = {
  readonly feed: Pick<CalendarFeed, "name" | "detail" | "alarms">;
  readonly timeZone: string;
  readonly color: ColorKeyName;
};

/** CSS colour names for COLOR (RFC 7986 §5.9). */
const cssColors: Readonly<Record<ColorKeyName, string>> = {
  coral: "coral",
  tangerine: "darkorange",
  sunshine: "gold",
  leaf: "seagreen",
  teal: "teal",
  sky: "deepskyblue",
  grape: "mediumpurple",
  berry: "mediumvioletred",
};

/** Returns a feed's properties. Name and interval are written twice: Google, Apple and Outlook read different ones. */
function propertiesOf({ feed: { name }, timeZone, color }: Calendar) {
  return [
    property("METHOD", "PUBLISH"),
    property("NAME", escapeText(name)),
    property("X-WR-CALNAME", escapeText(name)),
    property("X-WR-TIMEZONE", timeZone),
    property("COLOR", cssColors[color]),
    property("REFRESH-INTERVAL", "PT1H", [{ name: "VALUE", values: ["DURATION"] }]),
    property("X-PUBLISHED-TTL", "PT1H"),
  ];
}

export async function renderFeed(items: readonly FeedItem[], calendar: Calendar): Promise<string> {
  const rendered: RenderedObject[] = [];
  for (const item of items) {
    for (const [index, event] of slicesOf(item.event).entries()) {
      await yieldToEventLoop();
      const object = renderItem({ ...item, event }, calendar);
      rendered.push(index === 0 ? object : { ...object, components: object.components.slice(1) });
    }
  }
  await yieldToEventLoop();
  return renderCalendar(rendered, propertiesOf(calendar));
}

const overridesPerSlice = 100;

/**
 * Splits an event with many exceptions into copies of the event. Each copy has at most 100 changed instances. Only the
 * first copy also contains the cancelled instances.
 */
function slicesOf(event: Event): Event[] {
  if (event.exceptions.length <= overridesPerSlice) return [event];
  const overrides = event.exceptions.filter((each) => !each.cancelled);
  const cancelled = event.exceptions.filter((each) => each.cancelled);
  const count = Math.max(1, Math.ceil(overrides.length / overridesPerSlice));
  return Array.from({ length: count }, (_, index) => {
    const slice = overrides.slice(index * overridesPerSlice, (index + 1) * overridesPerSlice);
    return { ...event, exceptions: index === 0 ? [...cancelled, ...slice] : slice };
  });
}

function renderItem({ event, context, isTransparent }: FeedItem, { feed }: Calendar): RenderedObject {
  const { alarms: hasAlarms, detail } = feed;
  const rendered = renderObject(event, null, { ...context, hasAlarms, isBusyOnly: detail === "busy" });
  return isTransparent ? { ...rendered, components: rendered.components.map(asTransparent) } : rendered;
}

function asTransparent(component: Component): Component {
  return { ...component, items: [...component.items, property("TRANSP", "TRANSPARENT")] };
}
