import { familyKey, homeOf } from "../../calendars/store.ts";
import { objectFrom } from "../../ical/objects.ts";
import { categoriesOf } from "../../ical/read-details.ts";
import { type RenderContext, renderCalendar, renderObject, renderUnrolled, renderVerbatim } from "../../ical/write.ts";
import { foldText } from "../../lib/case-folding.ts";
import { listMembers } from "../../members/store.ts";
import type { Work } from "../../work.ts";
import type { Resource } from "./resources.store.ts";

/** Raised when the same event is written otherwise, so that clients read it again. */
const writerVersion = 1;
const hashLength = 12;

/** Writes the resources of one household. */
export class Renderer {
  readonly home: ReturnType<typeof homeOf>;
  /** Of all that the texts depend on beside the rows. */
  readonly hash: string;
  readonly #names: ReadonlyMap<string, string>;

  constructor(work: Work) {
    this.home = homeOf(work);
    this.#names = new Map(listMembers(work).map(({ id, name }) => [id, name]));
    const facts = JSON.stringify([writerVersion, this.home, [...this.#names]]);
    this.hash = Bun.SHA256.hash(facts, "hex").slice(0, hashLength);
  }

  /** What a client sent comes back byte for byte until it changes here. */
  textOf({ events, object, calendar }: Resource): string {
    const [only] = events;
    if (object && (!only || object.kind === "unrolled")) return this.#unrolled(object.ics, object.sourceId === "");
    if (!only) return "";
    const { row, event } = only;
    const isOwn = row.sourceId === null;
    const hasPeople = isOwn && calendar === familyKey && (object === null || this.#namesMembers(object.ics));
    const namesOf = (ids: readonly string[]) => (hasPeople ? ids.flatMap((id) => this.#names.get(id) ?? []) : []);
    const context: RenderContext = {
      uid: object?.uid ?? row.id,
      createdAt: Date.parse(row.createdAt),
      updatedAt: Date.parse(row.updatedAt),
      home: this.home,
      categories: namesOf(event.memberIds),
      categoriesOf: namesOf,
      memberNames: hasPeople ? [...this.#names.values()] : [],
    };
    const verbatim = object && row.clientName !== null ? renderVerbatim(event, object, context) : null;
    return verbatim ?? renderCalendar([renderObject(event, object, context)], []);
  }

  /** Followed calendars never remind. */
  #unrolled(ics: string, isOwn: boolean): string {
    const object = isOwn ? null : objectFrom(ics);
    return object ? renderCalendar([renderUnrolled(object, this.home, false)], []) : ics;
  }

  /** Programs without categories would seem to remove the people. */
  #namesMembers(ics: string): boolean {
    if (!ics.includes("CATEGORIES")) return false;
    const names = new Set([...this.#names.values()].map(foldText));
    return (
      objectFrom(ics)?.components.some((each) => categoriesOf(each).some((name) => names.has(foldText(name)))) ?? false
    );
  }
}
