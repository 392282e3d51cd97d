import { addDays } from "#lib/days.ts";
import { read } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { source } from "#web/sync/source.ts";

/**
 * Check-ins, each with today's occurrences and their answers. If the viewer may not read an answer, the answer has no
 * face and no note.
 */
export const checkInsSource = source("checkIns", ["check_in", "member"], (_, api) => read(api.v1["check-ins"].get()));

/**
 * Past answers to check-ins, newest first, from the day `from` to the day `to`, both inclusive. Children and guests get
 * only their own answers.
 */
export const checkInHistory = source(
  "checkIns.history",
  ["check_in", "member"],
  async ({ from, to }: { from: string; to: string }, api): Promise<{ answers: PastAnswer[] }> => {
    const answers: PastAnswer[] = [];
    let cursor: string | null = null;
    do {
      const page: HistoryPage = await readPage(api, { from, to, limit: 100, ...(cursor === null ? {} : { cursor }) });
      answers.push(...page.answers);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return { answers };
  },
);

/** Whether a member answered any check-in before the day `before`. A null `memberId` means any member. */
export const olderAnswers = source(
  "checkIns.older",
  ["check_in", "member"],
  async ({ before, memberId }: { before: string; memberId: string | null }, api) => {
    const { answers } = await readPage(api, {
      to: addDays(before, -1),
      limit: 1,
      ...(memberId !== null && { memberId }),
    });
    return { exists: answers.length > 0 };
  },
);

type Query = { from?: string; to: string; memberId?: string; limit: number; cursor?: string };

function readPage(api: Operations, query: Query) {
  return read(api.app["check-ins"].history.get({ query }));
}

type HistoryPage = Awaited<ReturnType<typeof readPage>>;
/** Past answer to a check-in. It keeps its question and the chosen face even if the check-in is edited later. */
export type PastAnswer = HistoryPage["answers"][number];
export type CheckIns = Awaited<ReturnType<typeof checkInsSource.fetch>>;
export type CheckIn = CheckIns["checkIns"][number];
export type Occurrence = CheckIn["today"][number];
export type Face = CheckIn["faces"][number];

/** Question of a check-in to one member at one date and time. */
export type CheckInSlot = {
  readonly checkInId: string;
  readonly memberId: string;
  /** Date on which the member is asked: `YYYY-MM-DD` in the household's time zone. */
  readonly date: string;
  /** Time at which the member is asked: `HH:MM` in the household's time zone. */
  readonly time: string;
};

export function isSameSlot(one: CheckInSlot, other: CheckInSlot): boolean {
  return (
    one.checkInId === other.checkInId &&
    one.memberId === other.memberId &&
    one.date === other.date &&
    one.time === other.time
  );
}
