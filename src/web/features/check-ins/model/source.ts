/** Check-ins and answers, as the server has them. */
import { api, read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";

/** All check-ins that the viewer may see, each with its occurrences and answers of today. */
export const checkInsSource = source("checkIns", ["check_in", "member"], () => read(api.v1["check-ins"].get()));

/** Answers between two days, both inclusive; newest first. Children get only their own. */
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
/** An answer, with the question and the face of its time. */
export type PastAnswer = HistoryPage["answers"][number];
export type CheckIns = Awaited<ReturnType<typeof checkInsSource.fetch>>;
export type CheckIn = CheckIns["checkIns"][number];
/** An occurrence of today. */
export type Occurrence = CheckIn["today"][number];
/** An answer to pick. */
export type Face = CheckIn["faces"][number];

/** An occurrence: one time at which one member is asked. */
export type Asked = {
  readonly checkInId: string;
  readonly memberId: string;
  /** `YYYY-MM-DD` in the household's zone. */
  readonly date: string;
  /** `HH:MM` in the household's zone. */
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
