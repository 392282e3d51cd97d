/** Plays edits over HTTP and on the model, and reports the first difference. */
import { type Dice, type Edit, someEdit, someEvent } from "../../support/calendar/edits.ts";
import { ModelCalendar, Unclear } from "../../support/calendar/model.ts";
import { master, type Series, type Shown, shown } from "../../support/calendar/series.ts";
import { expand, instantOf, iso } from "../../support/calendar/time.ts";
import type { Answer, Home } from "../../support/home/home.ts";

/** Every comparison lies in this range, which is below the limit of 750 days. */
const window = { from: "2026-06-01T00:00:00.000Z", to: "2028-06-01T00:00:00.000Z" };

class Difference extends Error {}

const utc = (instant: string) => Date.parse(instant);

/**
 * The start and end of an instance for the order of lists; all-day instances start and end at the household's
 * midnights.
 */
function span({ allDay, startsAt, endsAt }: Shown): { start: number; end: number } {
  const [start, end] = [utc(startsAt), utc(endsAt)];
  return allDay ? { start: instantOf(start), end: instantOf(end) } : { start, end };
}

function compareShown(a: Shown, b: Shown): number {
  const order = span(a).start - span(b).start || Number(b.allDay) - Number(a.allDay);
  if (order !== 0) return order;
  const [left, right] = [[a.title, a.id].join("\n"), [b.title, b.id].join("\n")];
  return left < right ? -1 : left > right ? 1 : 0;
}

const overlaps = (each: Shown, from: number, to: number) => {
  const { start, end } = span(each);
  return start < to && (end > from || (start === end && start >= from));
};

/** The model's fields of an answer, in the model's order. */
function known(answer: Record<string, unknown>, like: object): Record<string, unknown> {
  const picked = Object.fromEntries(Object.keys(like).map((key) => [key, answer[key]]));
  if (Array.isArray(picked.memberIds)) picked.memberIds = [...picked.memberIds].sort();
  if (Array.isArray(picked.exceptions)) picked.exceptions = picked.exceptions.map(sortedKeys);
  return picked;
}

const sortedKeys = (value: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, Array.isArray(each) ? [...each].sort() : each] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const lines = (list: readonly unknown[]) => list.map((each) => JSON.stringify(each));

/** Expects the same entries in a valid order; entries with equal sort keys may swap. */
function expectSame(what: string, got: Shown[], want: Shown[]): void {
  const [has, needs] = [lines(got).sort(), lines([...want]).sort()];
  const extra = has.filter((each) => !needs.includes(each));
  const missing = needs.filter((each) => !has.includes(each));
  if (extra.length + missing.length > 0 || has.length !== needs.length)
    throw new Difference(
      `${what}: ${extra.length} wrong, ${missing.length} missing, ${has.length} for ${needs.length}\n` +
        `  server: ${extra.slice(0, 3).join("\n          ")}\n  model:  ${missing.slice(0, 3).join("\n          ")}`,
    );
  const misplaced = got.findIndex((each, index) => index > 0 && compareShown(got[index - 1] as Shown, each) > 0);
  if (misplaced > 0) throw new Difference(`${what}: out of order at ${misplaced}\n  ${lines(got)[misplaced]}`);
}

function expectEqual(what: string, got: unknown, want: unknown): void {
  if (JSON.stringify(got) !== JSON.stringify(want))
    throw new Difference(`${what}\n  server: ${JSON.stringify(got)}\n  model:  ${JSON.stringify(want)}`);
}

/** One household and its model, and the events in the order of their creation. */
export class Twins {
  readonly calendar = new ModelCalendar();
  readonly ids: string[] = [];

  constructor(
    private readonly home: Home,
    private readonly dice: Dice,
  ) {}

  /** The members whom edits may name. */
  get members(): string[] {
    return Object.values(this.home.members).map(({ id }) => id);
  }

  /** Returns a random edit that is possible now, or null if the API does not define its effect. */
  invent(): Edit | null {
    const { calendar, dice, members } = this;
    const isEmpty = calendar.series.length === 0;
    const edit = isEmpty ? someEvent(dice, members) : someEdit(dice, calendar, (id) => this.ids.indexOf(id), members);
    return this.onModel(calendar.copy(), edit) === null ? null : edit;
  }

  /**
   * Makes the edit on both sides. Does nothing for an edit of an event that was never created.
   * @throws Error if the sides differ.
   */
  async play(edit: Edit): Promise<void> {
    if (edit.do !== "create" && edit.event >= this.ids.length) return;
    const before = this.calendar.copy();
    const outcome = this.onModel(this.calendar, edit);
    if (outcome === null) return;
    const answer = await this.send(edit);
    if (outcome.mayRefuse && answer.status === 422) {
      this.calendar.series = before.series;
    } else {
      if (answer.status !== outcome.status)
        throw new Difference(
          `status ${answer.status} for ${outcome.status}: ${JSON.stringify(answer.body).slice(0, 300)}`,
        );
      if (outcome.error) expectEqual("refusal", answer.body.error, outcome.error);
      if (outcome.made) {
        outcome.made.id = answer.body.id;
        this.ids.push(answer.body.id);
      }
      if (outcome.answer) this.expectMaster("answer", answer.body, outcome.answer);
      if (outcome.instance) expectEqual("answered instance", asShown(answer.body), outcome.instance);
    }
    await this.compare();
  }

  private onModel(calendar: ModelCalendar, edit: Edit) {
    try {
      if (edit.do === "create") return calendar.create(edit.body);
      const id = this.ids[edit.event] as string;
      if (edit.do === "patch") return calendar.patch(id, edit.body);
      return calendar.remove(id, edit.scope, edit.instanceStartsAt);
    } catch (error) {
      if (error instanceof Unclear) return null;
      throw error;
    }
  }

  private send(edit: Edit): Promise<Answer> {
    if (edit.do === "create") return this.home.post("/v1/events", edit.body);
    const path = `/v1/events/${this.ids[edit.event]}`;
    if (edit.do === "patch") return this.home.patch(path, edit.body);
    const { scope, instanceStartsAt } = edit;
    const query = new URLSearchParams({ scope, ...(instanceStartsAt && { instanceStartsAt }) });
    return this.home.delete(`${path}?${query}`);
  }

  private expectMaster(what: string, body: Record<string, unknown>, series: Series): void {
    const want = master(series);
    const sorted = { ...want, exceptions: want.exceptions.map((each) => sortedKeys(each)) };
    expectEqual(what, known(body, sorted), sorted);
    const rule = body.recurrenceRule as string | null;
    expectEqual(`${what}: recurring`, rule !== null, series.rule !== null);
    if (rule === null) return;
    // The returned rule must give the listed instances, which checks COUNT and UNTIL.
    const [start] = series.instances as [Series["instances"][number]];
    const said = expand(rule, start.slot, series.allDay);
    const within = (slots: number[]) => slots.filter((slot) => slot < utc(window.to)).map(iso);
    const has = within(series.instances.map(({ slot }) => slot));
    expectEqual(`${what}: ${rule}`, within(said.length > 0 ? said : [start.slot]), has);
  }

  private async compare(): Promise<void> {
    const { calendar, dice, home } = this;
    const everything = calendar.series
      .flatMap((series) =>
        series.instances.flatMap(({ cancelled }, index) => (cancelled ? [] : [shown(series, index)])),
      )
      .sort(compareShown);
    const inside = everything.filter((each) => overlaps(each, utc(window.from), utc(window.to)));
    expectSame("range", await this.range(window), inside);

    const from = utc(window.from) + Math.floor(dice.roll() * 400) * 86_400_000 + dice.between(0, 24) * 3_600_000;
    const to = from + dice.pick([1, 7, 31, 92]) * 86_400_000;
    const memberId = dice.pick(this.members);
    const part = { from: iso(from), to: iso(to), memberId };
    const theirs = ({ isGeneral, memberIds }: Shown) => isGeneral || memberIds.includes(memberId);
    const ofMember = everything.filter((each) => theirs(each) && overlaps(each, from, to));
    expectSame(`range ${new URLSearchParams(part)}`, await this.range(part), ofMember);

    await this.compareAgenda(inside);

    for (const id of this.ids) {
      const { status, body } = await home.get(`/v1/events/${id}`);
      const series = calendar.series.find((each) => each.id === id);
      expectEqual("status of a master", status, series ? 200 : 404);
      if (series) this.expectMaster("master", body, series);
    }
  }

  /** Pages forward and backward from an anchor; together the pages must contain every instance. */
  private async compareAgenda(inside: Shown[]): Promise<void> {
    const { dice } = this;
    const some =
      inside.length > 0 && dice.isLucky(0.7) ? span(dice.pick(inside))[dice.pick(["start", "end"] as const)] : null;
    const anchor = iso(some ?? utc("2026-09-01T00:00:00Z") + dice.between(0, 300) * 86_400_000);
    const limit = inside.length > 150 ? 100 : dice.between(3, 40);
    const isAhead = (each: Shown) => {
      const { start, end } = span(each);
      return end > utc(anchor) || (start === end && start >= utc(anchor));
    };
    const within = (each: Shown) => overlaps(each, utc(window.from), utc(window.to));
    for (const direction of ["forward", "backward"] as const) {
      let glued: Shown[] = [];
      let cursor: string | null = null;
      do {
        const query = new URLSearchParams({ direction, limit: String(limit), ...(cursor ? { cursor } : { anchor }) });
        const { status, body } = await this.home.get(`/v1/events?${query}`);
        expectEqual(`status of an agenda page ${query}`, status, 200);
        const page: Shown[] = body.events.map(asShown);
        if (page.length > limit) throw new Difference(`agenda ${query}: ${page.length} on a page`);
        glued = direction === "forward" ? [...glued, ...page] : [...page, ...glued];
        cursor = body.nextCursor;
        if (page.length === 0 && cursor) throw new Difference(`agenda ${query}: an empty page, but a cursor`);
        if (direction === "forward" && page.some((each) => span(each).start >= utc(window.to))) break;
      } while (cursor);
      const want = inside.filter((each) => isAhead(each) === (direction === "forward"));
      expectSame(`agenda ${direction} from ${anchor} by ${limit}`, glued.filter(within), want);
    }
  }

  private async range(query: Record<string, string>): Promise<Shown[]> {
    const { status, body } = await this.home.get(`/v1/events?${new URLSearchParams(query)}`);
    expectEqual("status of a range", status, 200);
    expectEqual("cursor of a range", body.nextCursor, null);
    return body.events.map(asShown);
  }
}

const likeShown = shown(
  {
    ...{ id: "", title: "", location: null, notes: null, memberIds: [], isGeneral: null, allDay: false, length: 0 },
    ...{ exact: null, rule: null, instances: [{ slot: 0, cancelled: false, own: {} }] },
  },
  0,
);
const asShown = (event: Record<string, unknown>) => known(event, likeShown) as Shown;

/** Returns the message of a difference; throws any other error again. */
export function differenceIn(error: unknown): string {
  if (error instanceof Difference) return error.message;
  throw error;
}
