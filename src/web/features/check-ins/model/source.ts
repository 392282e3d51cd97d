/** Check-ins and what was answered, as the server has them. */
import { api, read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";

/** All check-ins that the viewer may see, each with whom it asks today and what they said. */
export const checkInsSource = source("checkIns", ["check_in", "member"], () => read(api.v1["check-ins"].get()));

/** What was answered from one day to another, both inclusive; newest first. Children get their own alone. */
export const checkInHistory = source(
  "checkIns.history",
  ["check_in", "member"],
  async ({ from, to }: { from: string; to: string }): Promise<{ answers: PastAnswer[] }> => {
    const answers: PastAnswer[] = [];
    let cursor: string | null = null;
    do {
      const page: HistoryPage = await readPage({ from, to, limit: 100, ...(cursor === null ? {} : { cursor }) });
      answers.push(...page.answers);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return { answers };
  },
);

function readPage(query: { from: string; to: string; limit: number; cursor?: string }) {
  return read(api.app["check-ins"].history.get({ query }));
}

type HistoryPage = Awaited<ReturnType<typeof readPage>>;
/** An answer, with the question and the face as they were. */
export type PastAnswer = HistoryPage["answers"][number];
/** Those that the viewer may see. */
export type CheckIns = Awaited<ReturnType<typeof checkInsSource.fetch>>;
/** A check-in. */
export type CheckIn = CheckIns["checkIns"][number];
/** One time at which one member is asked today. */
export type Occurrence = CheckIn["today"][number];
/** One of the answers to pick from. */
export type Face = CheckIn["faces"][number];

/** One time at which one member is asked. */
export type Asked = {
  readonly checkInId: string;
  readonly memberId: string;
  /** `YYYY-MM-DD`, of the household. */
  readonly date: string;
  /** `HH:MM`, of the household. */
  readonly time: string;
};

/** True for the same check-in, member, day and time. */
export function isSameAsked(one: Asked, other: Asked): boolean {
  return (
    one.checkInId === other.checkInId &&
    one.memberId === other.memberId &&
    one.date === other.date &&
    one.time === other.time
  );
}
