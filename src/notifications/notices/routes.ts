import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { readHousehold } from "#accounts/households/store.ts";
import { requireMember } from "#accounts/members/store.ts";
import { forbidden } from "#lib/errors.ts";
import { day } from "#lib/time.ts";
import { Cursor, closed, integer, Text, Uuid } from "#lib/wire.ts";
import { addressBucket, TokenBuckets } from "#platform/auth/rate-limit.ts";
import { type Db, snapshot } from "#platform/db/client.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import type { RequestContext, VisitorContext } from "#platform/http/request-context.ts";
import { asMember, systemWork, type Work } from "#platform/work.ts";
import { type ActionOutcome, actOnNotice } from "./actions.ts";
import {
  ClearBody,
  ClearResult,
  LinkedNotice,
  NoticeActionBody,
  NoticeActionResult,
  NoticePage,
  ReopenBody,
} from "./model.ts";
import { NoticePresenter } from "./present.ts";
import {
  clearNotices,
  countOpen,
  countUnread,
  findNotice,
  listNotices,
  listSharedNotices,
  readNotice,
  readUpTo,
  reopenNotices,
  type StoredNotice,
} from "./store.ts";
import { readNoticeToken, tokenLifeMs } from "./token.ts";

const operation = operationsOf("Notifications");

const inApp = { access: "app" } as const;
const noticeId = closed({ id: Uuid });
const Token = closed({ token: Text(1, 100) });
const sharedMs = day;
const actsPerMinute = 30;
const invalidLink = () => forbidden("forbidden", "Link is not valid");
const tooLate = "This can no longer be done from here";

export function notices({ db, clock, noticed }: Deps) {
  const addresses = new TokenBuckets(actsPerMinute, actsPerMinute);

  /** Limits requests without a sign-in by network address. @throws ApiError 429 */
  const limit = (call: VisitorContext) => addresses.require(addressBucket(call.address), clock().getTime());

  /** Signals the open apps of the members whose notices changed, and returns the response to an action on a notice. */
  const answered = (householdId: string, { answer, memberIds }: ActionOutcome) => {
    noticed.emit({ householdId, memberIds });
    return answer;
  };

  /** Changes the caller's notices and signals the open apps. Returns the numbers of changed and unread notices. */
  const recount = (call: RequestContext, change: (work: Work, memberId: string) => number) => {
    const { id, householdId } = call.caller;
    const answer = call.write((work) => ({ count: change(work, id), unread: countUnread(work, id) }));
    noticed.emit({ householdId, memberIds: [id] });
    return answer;
  };

  return new Elysia()
    .use(context)
    .get(
      "/app/notices",
      ({ call, query }) => call.read((work) => page(work, call.caller.kind === "device", query)),
      operation({
        id: "listNotices",
        ...inApp,
        summary: "Reminders and reports of changes for the reader, newest first",
        description:
          "In `language`, by default the reader's. A tablet gets what concerns everybody: events, chores and check-ins of " +
          "the last day.",
        deviceFields: [],
        isVolatile: true,
        query: closed({
          cursor: Type.Optional(Cursor),
          limit: integer(1, 100, { default: 30 }),
          language: Type.Optional(
            Type.String({
              pattern: "^[a-z]{2,3}$",
              description: "`de`; all others are written in English",
              examples: ["de"],
            }),
          ),
        }),
        answer: NoticePage,
      }),
    )
    .post(
      "/app/notices/read",
      ({ call, body }) => {
        const { id, householdId } = call.caller;
        const answer = call.write((work) => readUpTo(work, id, body.upTo));
        noticed.emit({ householdId, memberIds: [id] });
        return answer;
      },
      operation({
        id: "markNoticesRead",
        ...inApp,
        summary: "Mark notices as read, up to one of them",
        body: closed({ upTo: Uuid }),
        answer: closed({ unread: NoticePage.properties.unread }),
        example: { upTo: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" },
        refusals: { 404: ["Notice not found"] },
      }),
    )
    .post(
      "/app/notices/clear",
      ({ call, body: { upTo, clear } }) => recount(call, (work, id) => clearNotices(work, id, upTo, clear)),
      operation({
        id: "clearNotices",
        ...inApp,
        summary: "Dismiss all open notices, up to the newest one that the reader has seen",
        description:
          "Leaves out snoozed notices that became due after the notice `upTo` was shown. The caller chooses `clear`, with which " +
          "`/app/notices/reopen` undoes it. Repeating it changes nothing.",
        body: ClearBody,
        answer: ClearResult,
        example: { upTo: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", clear: "9f86d081884c7d659a2feaa0c55ad015" },
        refusals: { 404: ["Notice not found"] },
      }),
    )
    .post(
      "/app/notices/reopen",
      ({ call, body: { clear } }) => recount(call, (work, id) => reopenNotices(work, id, clear)),
      operation({
        id: "reopenNotices",
        ...inApp,
        summary: "Open the notices again that one “Clear all” dismissed",
        description: "Leaves out notices that were done since. Repeating it changes nothing.",
        body: ReopenBody,
        answer: ClearResult,
        example: { clear: "9f86d081884c7d659a2feaa0c55ad015" },
      }),
    )
    .get(
      "/app/notices/link/:token",
      ({ call, params }) => {
        limit(call);
        return snapshot(db, () => linked(db, params.token, call.clock()));
      },
      operation({
        id: "readLinkedNotice",
        summary: "The notice behind the link in a notification",
        access: "public",
        isVolatile: true,
        params: Token,
        answer: LinkedNotice,
        refusals: { 403: ["Link is not valid"], 429: ["Rate limit exceeded"] },
      }),
    )
    .get(
      "/app/notices/:id",
      ({ call, params }) =>
        call.read((work) => new NoticePresenter(work, call.caller.id).present(readNotice(work, params.id))),
      operation({
        id: "readNotice",
        ...inApp,
        summary: "One notice of the reader",
        isVolatile: true,
        params: noticeId,
        answer: NoticePage.properties.notices.items,
        refusals: { 404: ["Notice not found"] },
      }),
    )
    .post(
      "/app/notices/:id",
      ({ call, params, body }) => {
        const acted = call.write((work) => actOnNotice(work, readNotice(work, params.id), body));
        return answered(call.caller.householdId, acted);
      },
      operation({
        id: "actOnNotice",
        ...inApp,
        summary: "Complete, snooze or dismiss a notice",
        description:
          "`done` completes the task, chore or item that it is about. `snooze` lets it ring again after `minutes`, at most five " +
          "times. Repeating an action changes nothing.",
        params: noticeId,
        body: NoticeActionBody,
        answer: NoticeActionResult,
        example: { action: "snooze", minutes: 10 },
        refusals: { 403: ["Only an owner or adult can do this"], 404: ["Notice not found"], 422: [tooLate] },
      }),
    )
    .post(
      "/n/:token",
      ({ call, params, body }) => {
        limit(call);
        const { householdId, notice } = requireLinked(db, params.token, call.clock());
        const acted = call.write(householdId, (work) => {
          const member = requireMember(work, notice.memberId, "token");
          return actOnNotice(asMember(work, member), notice, body);
        });
        return answered(householdId, acted);
      },
      operation({
        id: "actOnLinkedNotice",
        summary: "Act on a notice by the link in a notification",
        description:
          "Needs no sign-in: the link is valid for this notice alone, until three days after it was due. Acts as the member who got it.",
        access: "public",
        params: Token,
        body: NoticeActionBody,
        answer: NoticeActionResult,
        example: { action: "done" },
        refusals: {
          403: ["Link is not valid", "Only an owner or adult can do this"],
          422: [tooLate],
          429: ["Rate limit exceeded"],
        },
      }),
    );
}

type Query = { readonly cursor?: string; readonly limit: number; readonly language?: string };

function page(work: Work, isTablet: boolean, query: Query) {
  const readerId = isTablet ? null : work.memberId;
  const language = query.language === undefined || query.language === "de" ? query.language : "en";
  const presenter = new NoticePresenter(work, readerId, language);
  if (readerId === null) {
    const shared = listSharedNotices(work, new Date(work.now.getTime() - sharedMs), query.limit);
    const shown = shared.map((each) => presenter.presentShared(each));
    return { notices: shown, unread: 0, open: shown.length, nextCursor: null };
  }
  const { notices: found, nextCursor } = listNotices(work, readerId, query);
  return { notices: found.map((each) => presenter.present(each)), ...countOpen(work, readerId), nextCursor };
}

/** Returns a link's notice. @throws ApiError 403 if the token is forged or too old, or if the notice was deleted */
function requireLinked(db: Db, token: string, now: Date): { householdId: string; notice: StoredNotice } {
  const address = readNoticeToken(db, token);
  const notice = address && findNotice({ db, householdId: address.householdId }, address.noticeId);
  if (!notice || now.getTime() > notice.dueAt + tokenLifeMs) throw invalidLink();
  return { householdId: address.householdId, notice };
}

function linked(db: Db, token: string, now: Date) {
  const { householdId, notice } = requireLinked(db, token, now);
  const presenter = new NoticePresenter(systemWork(db, readHousehold({ db, householdId }), now), notice.memberId);
  const { title, body, path, state, actions } = presenter.present(notice);
  return { title, body, path, state, actions, language: presenter.preferences.language };
}
