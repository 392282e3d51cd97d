import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { foldText } from "#lib/case-folding.ts";
import { forbidden, notFound, unauthorized, unprocessable } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { closed, Deleted, Instant, nullable, Password, Text, Uuid } from "#lib/wire.ts";
import { expiredSessionCookies, readCookies, sessionCookie } from "#platform/auth/cookies.ts";
import { directoryOf } from "#platform/auth/directory.ts";
import { hashPassword, isPassword } from "#platform/auth/passwords.ts";
import { SecretTries } from "#platform/auth/secret-tries.ts";
import { isSameToken } from "#platform/auth/tokens.ts";
import { transact } from "#platform/db/client.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import type { RequestContext, VisitorContext } from "#platform/http/request-context.ts";
import { asMember, systemWork, type Work } from "#platform/work.ts";
import { GroceryListName, Household, HouseholdName, TimeZone } from "../households/model.ts";
import { createHousehold, readHousehold, toHousehold } from "../households/store.ts";
import { Email, Member, MemberName } from "../members/model.ts";
import { addMember, readMember } from "../members/store.ts";
import {
  acceptInvitation,
  endSession,
  endSessionByToken,
  findAccount,
  findInvitation,
  listSessions,
  readEmail,
  readInvitation,
  readInviter,
  readPasswordHash,
  recordSignIn,
  setPassword,
  startSession,
} from "./store.ts";

const operation = operationsOf("Sign-in");
const SignedIn = closed({ household: Household, member: Member }, { title: "SignedIn" });
const Token = Text(1, 100);
const Invitation = closed(
  {
    householdName: HouseholdName,
    memberName: MemberName,
    email: nullable(Email),
    invitedBy: Type.Union([Type.String(), Type.Null()], { description: "Null if the command line invited" }),
  },
  { title: "Invitation" },
);
const Session = closed(
  { id: Uuid, createdAt: Instant, lastSeenAt: Instant, userAgent: nullable(Type.String()), current: Type.Boolean() },
  { title: "Session" },
);

function signedInAs(work: Work, memberId: string) {
  return { household: toHousehold(readHousehold(work)), member: readMember(work, memberId) };
}

function signIn(call: VisitorContext, work: Work, memberId: string) {
  const token = startSession(work, memberId, call.request.headers.get("user-agent"));
  call.setCookie(sessionCookie(token, call.isSecure));
  return signedInAs(work, memberId);
}

/**
 * Returns the key under which the rate limit counts attempts for a login or an invitation. The key contains a hash,
 * because the text can be long: case folding can make it 18 times as long.
 */
function secretBucket(kind: "login" | "invitation", text: string): string {
  return `${kind} ${Bun.SHA256.hash(text, "base64")}`;
}

function clearSessionCookies(call: RequestContext): void {
  call.forgetCookies();
  for (const cookie of expiredSessionCookies()) call.setCookie(cookie);
}

export function signIns({ db, config, runtime, clock }: Deps) {
  const secrets = new SecretTries(clock);

  /**
   * Whether the setup link was used. The value stays true if the household is deleted; after a restart the server
   * prints a new link.
   */
  let isSetupLinkUsed = false;
  const isSetupNeeded = () => !isSetupLinkUsed && directoryOf(db).isEmpty();

  return new Elysia({ prefix: "/app" })
    .use(context)
    .get(
      "/setup",
      () => ({ needed: isSetupNeeded() }),
      operation({
        id: "needsSetup",
        summary: "Is there a household yet?",
        access: "visitor",
        answer: closed({ needed: Type.Boolean() }),
      }),
    )
    .post(
      "/setup",
      async ({ call, body }) => {
        const requireSetupNeeded = () => {
          if (!isSetupNeeded()) throw forbidden("forbidden", "Setup is already done");
        };
        requireSetupNeeded();
        if (!isSameToken(body.token, runtime.setupToken)) throw forbidden("invalid_link", "Setup link is not valid");
        const passwordHash = await hashPassword(body.password);
        return transact(db, () => {
          requireSetupNeeded(); // Another request may have created the household in the meantime.
          const { householdName: name, timeZone, groceryListName } = body;
          const input = { name, timeZone, plan: config.defaultPlan, groceryListName };
          const made = createHousehold(db, input, call.now);
          const work = systemWork(db, made, call.now);
          const owner = addMember(work, { name: body.memberName, role: "owner", email: body.email ?? null });
          setPassword(work, owner.id, passwordHash);
          isSetupLinkUsed = true;
          return signIn(call, asMember(work, owner), owner.id);
        });
      },
      operation({
        id: "setUp",
        summary: "Create the first household, with the link that the server printed",
        access: "visitor",
        body: closed({
          token: Token,
          householdName: HouseholdName,
          timeZone: TimeZone,
          groceryListName: Type.Optional(GroceryListName),
          memberName: MemberName,
          email: Type.Optional(nullable(Email)),
          password: Password,
        }),
        answer: SignedIn,
        example: {
          token: "…",
          householdName: "Our home",
          timeZone: "Europe/Berlin",
          memberName: "Anna",
          password: "a long one that nobody guesses",
        },
        refusals: { 403: ["Setup link is not valid", "Setup is already done"], 422: ["timeZone: no such time zone"] },
      }),
    )
    .post(
      "/session",
      async ({ call, body }) => {
        const account = findAccount(db, body.login);
        const check = () => isPassword(body.password, account?.passwordHash ?? null);
        // Tries are counted by login and not by account, because a limit by account would reveal which logins exist.
        const isRight = await secrets.isRight(call, secretBucket("login", foldText(body.login)), check);
        if (!account || !isRight) throw unauthorized("wrong_login", "Wrong name or password");
        return call.write(account.householdId, (work) => {
          if (readPasswordHash(work, account.id) !== account.passwordHash)
            throw unauthorized("wrong_login", "Wrong name or password");
          return signIn(call, work, account.id);
        });
      },
      operation({
        id: "signIn",
        summary: "Sign in with an email or a name, and a password",
        access: "visitor",
        body: closed({ login: Text(1, 254), password: Password }),
        answer: SignedIn,
        example: { login: "Anna", password: "a long one that nobody guesses" },
        refusals: { 401: ["Wrong name or password"], 429: ["Rate limit exceeded"] },
      }),
    )
    .get(
      "/session",
      ({ call }) => call.read((work) => signedInAs(work, call.member.id)),
      operation({ id: "whoAmI", summary: "Who is signed in?", access: "app", answer: SignedIn }),
    )
    .delete(
      "/session",
      ({ call }) => {
        const { id, sessionId } = call.member;
        const other = readCookies(call.request.headers.get("cookie"), !call.isSecure).session;
        const ended = call.write((work) => {
          if (other !== null) endSessionByToken(work, other);
          return endSession(work, id, sessionId);
        });
        clearSessionCookies(call);
        return ended;
      },
      operation({ id: "signOut", summary: "Sign out", access: "app", writes: true, answer: Deleted }),
    )
    .get(
      "/sessions",
      ({ call }) => {
        const { id, sessionId } = call.member;
        return call.read((work) => ({ sessions: listSessions(work, id, sessionId) }));
      },
      operation({
        id: "listSessions",
        summary: "Where am I signed in?",
        access: "app",
        isVolatile: true,
        answer: closed({ sessions: Type.Array(Session) }),
      }),
    )
    .delete(
      "/sessions/:id",
      ({ call, params }) => {
        const { id, sessionId } = call.member;
        const ended = call.write((work) => endSession(work, id, params.id));
        if (params.id === sessionId) clearSessionCookies(call);
        return ended;
      },
      operation({
        id: "endSession",
        summary: "End one of my sessions",
        access: "app",
        params: closed({ id: Uuid }),
        writes: true,
        answer: Deleted,
        refusals: { 404: ["Session not found"] },
      }),
    )
    .post(
      "/password",
      async ({ call, body }) => {
        const { id, sessionId } = call.member;
        const before = call.read((work) => readPasswordHash(work, id));
        const isRight = await secrets.isRight(call, id, () => isPassword(body.current, before));
        if (!isRight) throw unprocessable("current", "is not your password");
        const hash = await hashPassword(body.new);
        return call.write((work) => {
          if (readPasswordHash(work, id) !== before) throw unprocessable("current", "is not your password");
          setPassword(work, id, hash, sessionId);
          recordSignIn(work, id, say`changed their password`);
          return signedInAs(work, id);
        });
      },
      operation({
        id: "changePassword",
        summary: "Change my password",
        description: "Ends all my other sessions.",
        access: "app",
        body: closed({ current: Password, new: Password }),
        answer: SignedIn,
        example: { current: "the old one", new: "a long one that nobody guesses" },
        refusals: { 422: ["current: is not your password"] },
      }),
    )
    .post(
      "/invitations",
      async ({ call, body }) => {
        const { token } = body;
        const found = findInvitation(db, token, call.now);
        const isOpen = await secrets.isRight(call, secretBucket("invitation", token), async () => found !== null);
        if (!found || !isOpen) throw notFound("Invitation");
        return call.read(found.householdId, (work) => {
          const invitation = readInvitation(db, token, call.now);
          const { memberId } = invitation;
          return {
            householdName: readHousehold(work).name,
            memberName: readMember(work, memberId).name,
            email: readEmail(work, memberId),
            invitedBy: readInviter(work, invitation),
          };
        });
      },
      operation({
        id: "readInvitation",
        summary: "Read an invitation without accepting it",
        description:
          "A POST, so that the token stays out of the address, which proxies log while the token is still valid.",
        access: "visitor",
        body: closed({ token: Token }),
        answer: Invitation,
        example: { token: "…" },
        refusals: { 404: ["Invitation not found"] },
      }),
    )
    .post(
      "/invitations/:token",
      async ({ call, params, body }) => {
        const { householdId } = readInvitation(db, params.token, call.now);
        const hash = await hashPassword(body.password);
        return call.write(householdId, (work) => {
          const memberId = acceptInvitation(work, params.token, hash);
          recordSignIn(asMember(work, readMember(work, memberId)), memberId, say`set a password by invitation`);
          return signIn(call, work, memberId);
        });
      },
      operation({
        id: "acceptInvitation",
        summary: "Set a password with an invitation, and sign in",
        access: "visitor",
        params: closed({ token: Token }),
        body: closed({ password: Password }),
        answer: SignedIn,
        example: { password: "a long one that nobody guesses" },
        refusals: { 404: ["Invitation not found"] },
      }),
    );
}
