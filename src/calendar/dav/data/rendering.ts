import { listMembers } from "#accounts/members/store.ts";
import { foldText } from "#lib/case-folding.ts";
import type { Work } from "#platform/work.ts";
import { calendarDefaultsOf, familyKey } from "../../calendars/store.ts";
import { isHiddenFrom } from "../../events/event.ts";
import type { StoredEvent } from "../../events/store.ts";
import { type CalendarObject, maskedText, objectFrom } from "../../ical/objects.ts";
import type { Reading } from "../../ical/read.ts";
import { categoriesOf } from "../../ical/read-details.ts";
import {
  contextOf,
  isVerbatim,
  type RenderContext,
  renderCalendar,
  renderObject,
  renderTextSteps,
  renderUnrolled,
} from "../../ical/write.ts";
import { privateToOf, type Resource } from "./resources.store.ts";

/** Version of the output. Raise it when the text of unchanged events changes, so that clients read them again. */
const writerVersion = 2;
const hashLength = 12;

export class Renderer {
  readonly home: ReturnType<typeof calendarDefaultsOf>;
  /** Hash of the settings and member names that the texts contain. */
  readonly hash: string;
  readonly #names: ReadonlyMap<string, string>;
  readonly #viewerId: string | null;

  constructor(work: Work) {
    this.#viewerId = work.viewerId;
    this.home = calendarDefaultsOf(work);
    this.#names = new Map(listMembers(work).map(({ id, name }) => [id, name]));
    const facts = JSON.stringify([writerVersion, this.home, [...this.#names]]);
    this.hash = Bun.SHA256.hash(facts, "hex").slice(0, hashLength);
  }

  /** Returns the iCalendar text. A client's text stays the same byte for byte until the event is changed in the app. */
  *textOf(resource: Resource): Generator<void, string> {
    const text = yield* this.#wholeTextOf(resource);
    return isHiddenFrom({ privateTo: privateToOf(resource) }, this.#viewerId) ? yield* maskedText(text) : text;
  }

  *#wholeTextOf(resource: Resource): Generator<void, string> {
    const { events, object } = resource;
    const [only] = events;
    if (object && (!only || object.kind === "unrolled")) return this.#unrolled(object.ics, object.sourceId === "");
    if (!only) return "";
    const context = this.#contextOf(resource, only);
    if (object && only.row.clientName !== null) return yield* renderTextSteps(only.event, object, context);
    yield;
    return renderCalendar([renderObject(only.event, object, context)], []);
  }

  /** Whether a GET of the resource would return exactly the text that a client sent with PUT. */
  isStoredAsSent(
    resource: Resource,
    text: string,
    parsed: { readonly object: CalendarObject; readonly known: Reading },
  ): boolean {
    const { events, object } = resource;
    const [only] = events;
    if (object?.ics !== text) return false;
    if (!only || object.kind === "unrolled") return object.sourceId === "";
    return only.row.clientName !== null && isVerbatim(only.event, parsed, this.#contextOf(resource, only));
  }

  #contextOf({ object, calendar }: Resource, stored: StoredEvent): RenderContext {
    const isOwn = stored.row.sourceId === null;
    const hasPeople = isOwn && calendar === familyKey && (object === null || this.#namesMembers(object.ics));
    return contextOf(stored, object, this.home, hasPeople ? this.#names : new Map());
  }

  /** Renders an object whose dates are stored as single events. Leaves out alarms from followed calendars. */
  #unrolled(ics: string, isOwn: boolean): string {
    const object = isOwn ? null : objectFrom(ics);
    return object ? renderCalendar([renderUnrolled(object, this.home, false)], []) : ics;
  }

  /**
   * Whether a stored text lists members as categories. If it does not, the response does not list the members either,
   * because a program that drops categories would seem to remove the members.
   */
  #namesMembers(ics: string): boolean {
    if (!ics.includes("CATEGORIES")) return false;
    const names = new Set([...this.#names.values()].map(foldText));
    return (
      objectFrom(ics)?.components.some((each) => categoriesOf(each).some((name) => names.has(foldText(name)))) ?? false
    );
  }
}
