import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { ApiError, forbidden, unprocessable } from "#lib/errors.ts";
import { closed, Deleted, Text, Uuid } from "#lib/wire.ts";
import { addressBucket, TokenBuckets } from "#platform/auth/rate-limit.ts";
import { baseUrlOf } from "#platform/config.ts";
import { writeUncached } from "#platform/db/change-counter.ts";
import { transact } from "#platform/db/client.ts";
import type { Deps } from "#platform/deps.ts";
import { context, hidden, operationsOf } from "#platform/http/operation.ts";
import type { RequestContext } from "#platform/http/request-context.ts";
import { type Outcome, refused } from "../delivery/outcome.ts";
import type { Channels } from "./adapters.ts";
import type { Mail } from "./mail.ts";
import { channelTexts } from "./message-texts.ts";
import { Channel, ChannelPatch, NewChannel, PushSubscription, TestResult, toTestResult } from "./model.ts";
import { newChannelRow } from "./new-channel.ts";
import { areBrowserKeys } from "./push.ts";
import { reasons } from "./reasons.ts";
import {
  addChannel,
  createCode,
  deleteChannel,
  languageOf,
  putPush,
  readChannel,
  requireOwnChannel,
  turnOffByMail,
  updateChannel,
  verifyAddress,
} from "./store.ts";
import { readTestTarget, recordTest, sendTest } from "./test-message.ts";
import { readUnsubscribeToken } from "./unsubscribe.ts";

const operation = operationsOf("Notifications");

/** Number of messages that a person can request at once, such as test messages and codes. */
const messagesAtOnce = 5;
const messagesPerMinute = 0.5;
const linksPerMinute = 30;
const sendMs = 12_000;

const inApp = { access: "app" } as const;
const ofChannel = { ...inApp, params: closed({ id: Uuid }), refusals: { 404: ["Channel not found"] } } as const;
const Code = Type.String({ pattern: "^[0-9]{6}$", description: "Six digits", examples: ["042137"] });
const Token = Text(1, 200);

/** Routes of channels. Requests from devices are refused before they reach these routes. */
export function channels({ db, config, channels: channelServices, clock }: Deps & { readonly channels: Channels }) {
  const asked = new TokenBuckets(messagesPerMinute, messagesAtOnce);
  const links = new TokenBuckets(linksPerMinute, linksPerMinute);

  const takeTurn = (call: RequestContext) => asked.require(call.member.id, clock().getTime());

  async function sendCode(call: RequestContext, id: string): Promise<Outcome> {
    const member = call.member;
    const mail = call.write((work): Mail | null => {
      const { channel, isOpen } = requireOwnChannel(work, member.id, id);
      if (channel.kind !== "mail" || isOpen) return null;
      const language = languageOf(work, member.id);
      const { codeSubject, codeBody } = channelTexts[language];
      const code = createCode(work, member.id, id);
      const paragraphs = codeBody(code, member.name);
      const { address: to } = channel.config;
      return { to, subject: codeSubject(code), paragraphs, link: null, language, urgency: "high" };
    });
    if (!mail) return refused(reasons.alreadyVerified);
    return channelServices.sendMail(mail, AbortSignal.timeout(sendMs));
  }

  return new Elysia()
    .use(context)
    .put(
      "/app/notifications/push",
      ({ call, body }) => {
        const { endpoint, keys, label } = body;
        if (!channelServices.isEndpoint(endpoint))
          throw unprocessable("endpoint", "must be an https address of a push service");
        if (!areBrowserKeys(keys)) throw unprocessable("keys", "must be those of the browser's subscription");
        const { headers } = call.request;
        const origin = headers.get("origin") ?? baseUrlOf(config);
        const given = {
          config: { endpoint, keys, serverKey: channelServices.publicKey, origin },
          label: label ?? deviceLabel(headers.get("user-agent")),
          isLabelGiven: label !== undefined,
        };
        const channel = call.write((work) => putPush(work, call.member.id, given));
        return { ...channel, isThisDevice: true };
      },
      operation({
        id: "putPushSubscription",
        ...inApp,
        summary: "Send reminders to this browser",
        description:
          "Send it at each start of the app: the same subscription changes nothing. If another member subscribed with " +
          "this browser, the subscription moves. The eleventh channel replaces the push channel that was not used for " +
          "the longest time.",
        body: PushSubscription,
        answer: Channel,
        refusals: {
          422: [
            "endpoint: must be an https address of a push service",
            "keys: must be those of the browser's subscription",
            "At most 10 channels",
          ],
        },
      }),
    )
    .post(
      "/app/notifications/channels",
      async ({ call, body }) => {
        const { member } = call;
        const row = newChannelRow(config, { db, householdId: member.householdId, now: call.now }, body);
        if (row.kind !== "mail") return call.write((work) => addChannel(work, member.id, row));
        takeTurn(call);
        const channel = call.write((work) => addChannel(work, member.id, row));
        const outcome = await sendCode(call, channel.id);
        if (outcome.kind === "ok") return channel;
        call.write((work) => deleteChannel(work, member.id, channel.id));
        throw new ApiError(502, "upstream_failed", null, `The mail was not sent: ${outcome.reason}`);
      },
      operation({
        id: "addChannel",
        ...inApp,
        summary: "Add another way to get reminders",
        description:
          "`mail` needs `address`, and sends a code to it. `ntfy` may name one of the offered servers in `server`, and " +
          "a `token` if that server wants one; subscribe to `subscribeUrl` of the answer. `apprise` needs `key`, the " +
          "name of your configuration there.",
        body: NewChannel,
        answer: Channel,
        example: { kind: "ntfy", label: "Anna's tablet" },
        refusals: {
          422: [
            "At most 10 channels",
            "Mail is not set up on this server (SMTP_URL)",
            "Apprise is not set up on this server (APPRISE_URL)",
            "server: is not one that the operator allows (NTFY_URLS)",
          ],
          502: ["The mail was not sent: the mail server refuses the address"],
        },
      }),
    )
    .patch(
      "/app/notifications/channels/:id",
      ({ call, params, body }) => call.write((work) => updateChannel(work, call.member.id, params.id, body)),
      operation({
        id: "updateChannel",
        ...ofChannel,
        summary: "Change one of my channels, or turn it on or off",
        body: ChannelPatch,
        answer: Channel,
        example: { isOn: false },
      }),
    )
    .delete(
      "/app/notifications/channels/:id",
      ({ call, params }) => call.write((work) => deleteChannel(work, call.member.id, params.id)),
      operation({
        id: "deleteChannel",
        ...ofChannel,
        summary: "Delete one of my channels",
        writes: true,
        answer: Deleted,
      }),
    )
    .post(
      "/app/notifications/channels/:id/test",
      async ({ call, params }) => {
        const tested = call.read((work) => readTestTarget(work, call.member.id, params.id));
        takeTurn(call);
        const outcome = await sendTest(channelServices, config, tested, call.clock());
        if (outcome.kind === "ok" || outcome.kind === "gone")
          call.write((work) => recordTest(work, params.id, outcome));
        return toTestResult(outcome, tested.language);
      },
      operation({
        id: "testChannel",
        ...ofChannel,
        summary: "Send a test through one of my channels",
        description:
          "The answer says what happened. Five times in ten minutes. If the outcome is `gone`, the channel was deleted.",
        writes: true,
        answer: TestResult,
      }),
    )
    .post(
      "/app/notifications/channels/:id/code",
      async ({ call, params }) => {
        const { language } = call.read((work) => readTestTarget(work, call.member.id, params.id));
        takeTurn(call);
        return toTestResult(await sendCode(call, params.id), language);
      },
      operation({
        id: "sendChannelCode",
        ...ofChannel,
        summary: "Send the code to my mail address again",
        description: "The former code is void.",
        writes: true,
        answer: TestResult,
      }),
    )
    .post(
      "/app/notifications/channels/:id/verify",
      ({ call, params, body }) => {
        const { id } = call.member;
        const isRight = call.write((work) => verifyAddress(work, id, params.id, body.code));
        if (!isRight) throw unprocessable("code", "is not right");
        return call.read((work) => readChannel(work, id, params.id));
      },
      operation({
        id: "verifyChannel",
        ...ofChannel,
        summary: "Confirm my mail address with the code",
        description: "A code is good for ten minutes and five tries.",
        body: closed({ code: Code }),
        answer: Channel,
        example: { code: "042137" },
        refusals: { ...ofChannel.refusals, 422: ["code: is not right"] },
      }),
    )
    .post(
      "/app/mail/off/:token",
      ({ call, params }) => {
        links.require(addressBucket(call.address), clock().getTime());
        const found = readUnsubscribeToken(db, params.token);
        if (!found) throw forbidden("invalid_link", "Link is not valid");
        const scope = { db, householdId: found.householdId };
        writeUncached(db, () => transact(db, () => turnOffByMail(scope, found.channelId)));
        return { off: true as const };
      },
      operation({
        id: "turnMailOff",
        summary: "Turn mails to an address off, with the link in one of them",
        description: "Mail programs send it with one click (RFC 8058), so it needs no sign-in and ignores its body.",
        access: "visitor",
        params: closed({ token: Token }),
        writes: true,
        answer: closed({ off: Type.Literal(true) }),
        refusals: { 403: ["Link is not valid"] },
      }),
    )
    .get(
      "/app/mail/off/:token",
      // Mail scanners follow links, so only the page's button turns mails off.
      ({ params }) => {
        const location = `/mail-off/${encodeURIComponent(params.token)}`;
        return new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
      },
      hidden("public", { id: "showMailOff", params: closed({ token: Token }) }),
    );
}

/** Returns, for example, `Chrome, Android`. The order of checks matters, because Chrome also names Safari. */
function deviceLabel(userAgent: string | null): string {
  const agent = userAgent ?? "";
  const browsers = { Edg: "Edge", OPR: "Opera", Firefox: "Firefox", Chrome: "Chrome", Safari: "Safari" };
  const systems = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"];
  const browser = Object.entries(browsers).find(([word]) => agent.includes(word))?.[1];
  const known = [browser, systems.find((name) => agent.includes(name))].filter((each) => each !== undefined);
  return known.length === 0 ? "Browser" : known.join(", ");
}
