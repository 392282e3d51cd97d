import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, nullable, Text, Uuid } from "#lib/wire.ts";
import { context, hidden, operationsOf } from "#platform/http/operation.ts";
import { noClientText, setClient, signInError, signInRefusals } from "../accounts/google.ts";
import { Account } from "../accounts/model.ts";
import type { Accounts } from "../accounts/service.ts";
import {
  accountSecretLocation,
  addAccount,
  clientSecretLocation,
  readOwnAccount,
  requireRoom,
  showAccount,
  signInAgain,
} from "../accounts/store.ts";
import { orRefuse, toSignInError } from "../calendar-error.ts";

const operation = operationsOf("Calendars");

const Client = closed(
  {
    clientId: nullable(Type.String()),
    redirectUri: Type.String({ description: "To enter at Google" }),
    isReturning: Type.Boolean({
      description:
        "Google's page leads back here. False: its address must be pasted, unless the browser is on this machine",
    }),
  },
  { title: "GoogleClient" },
);

const addressTexts = [...Object.values(signInRefusals), "signs in to another account than {username}"];
const maxQueryLength = 4_000;

export function googleAccounts({ accounts }: { readonly accounts: Accounts }) {
  const { google, secrets } = accounts;
  const isSyncing = (id: string) => accounts.isRunning(id);
  const { redirectUri } = google;
  const isReturning = redirectUri.startsWith("https:");
  const clientOf = (householdId: string) => ({ clientId: google.clientIdOf(householdId), redirectUri, isReturning });
  return new Elysia({ prefix: "/app/google" })
    .use(context)
    .get(
      "/client",
      ({ call }) => clientOf(call.caller.householdId),
      operation({
        id: "readGoogleClient",
        summary: "Read which client the household's accounts at Google sign in with",
        access: "app",
        answer: Client,
      }),
    )
    .put(
      "/client",
      ({ call, body: { clientId, clientSecret } }) => {
        const sealed = secrets.seal(clientSecretLocation(call.caller.householdId), clientSecret.trim());
        call.write((work) => setClient(work, clientId.trim(), sealed));
        return clientOf(call.caller.householdId);
      },
      operation({
        id: "setGoogleClient",
        summary: "Set the client that the household's accounts at Google sign in with",
        description: "It is made in Google's console. Accounts that signed in with another one must sign in again.",
        access: "adult",
        isRepeatable: false,
        body: closed({
          clientId: Text(1, 300, { examples: ["1234-abc.apps.googleusercontent.com"] }),
          clientSecret: Text(1, 300, { description: "It is kept sealed, and no answer has it." }),
        }),
        answer: Client,
      }),
    )
    .post(
      "/authorization",
      ({ call }) => {
        const { householdId } = call.caller;
        return { url: google.begin({ householdId, memberId: call.member.id }) };
      },
      operation({
        id: "beginGoogleSignIn",
        summary: "Begin to sign in at Google",
        description: "The member opens `url` in a browser. It leads back within ten minutes.",
        access: "app",
        writes: true,
        isRepeatable: false,
        answer: closed({ url: Type.String() }),
        refusals: { 422: [noClientText] },
      }),
    )
    .get(
      "/done",
      ({ request }) => {
        const query = URL.parse(request.url)?.search.slice(0, maxQueryLength) ?? "";
        return new Response(null, { status: 303, headers: { Location: `/settings/calendars/google${query}` } });
      },
      hidden("public", { id: "returnFromGoogle", query: Type.Object({}, { additionalProperties: true }) }),
    )
    .post(
      "/done",
      async ({ call, body: { address, accountId } }) => {
        const { householdId } = call.caller;
        const known = call.read((work) => {
          if (accountId === undefined) requireRoom(work);
          return accountId === undefined ? null : readOwnAccount(work, accountId);
        });
        const owner = { householdId, memberId: call.member.id };
        const signingIn = accounts.finishGoogle(owner, address);
        const signedIn = await orRefuse(signingIn, (error) => toSignInError(error, ""));
        const { email, refreshToken, calendars } = signedIn;
        if (known && known.username !== email) {
          throw signInError("other", "address", `signs in to another account than ${known.username}`);
        }
        const id = known?.id ?? Bun.randomUUIDv7("hex", call.now);
        const sealed = secrets.seal(accountSecretLocation(id), refreshToken);
        const signIn = { url: "", username: email, origins: [], offered: calendars };
        call.write((work) => {
          if (known) signInAgain(work, id, signIn, sealed);
          else addAccount(work, { id, provider: "google", name: email, ...signIn }, sealed);
        });
        if (known) accounts.syncSoon(householdId, id);
        return call.read((work) => showAccount(work, id, isSyncing));
      },
      operation({
        id: "finishGoogleSignIn",
        summary: "Connect an account of mine at Google, or sign in to it again",
        description: "With the address of the page to which Google led back, even if the browser could not open it.",
        access: "app",
        isRepeatable: false,
        body: closed({ address: Text(1, 4_000), accountId: Type.Optional(Uuid) }),
        answer: Account,
        refusals: {
          404: ["Account not found"],
          403: ["Only its member can do this"],
          422: [
            ...addressTexts.map((text) => `address: ${text}`),
            noClientText,
            "url: does not answer",
            "A household can have at most 10 accounts",
          ],
        },
      }),
    );
}
