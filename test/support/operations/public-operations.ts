/** One valid call of every operation that needs no credentials, by operation id. */

import { setPassword } from "#accounts/sign-in/store.ts";
import { createUnsubscribeToken } from "#notifications/channels/unsubscribe.ts";
import { createNoticeToken } from "#notifications/notices/token.ts";
import { transact } from "#platform/db/client.ts";
import type { Home } from "../home/home.ts";
import { addNotice } from "../reminders/notices.ts";
import type { samples } from "./operations.ts";

const password = "correct horse battery";

async function invitationToken({ as, members }: Home): Promise<string> {
  const { body } = await as(members.anna).post(`/app/members/${members.ben.id}/invitation`, undefined);
  return body.link.split("#")[1];
}

function tokenOf(home: Home): string {
  return createNoticeToken(home.db, { householdId: home.id, noticeId: addNotice(home) });
}

export const publicSamples: typeof samples = {
  isAlive: () => ({ path: "/healthz" }),
  isReady: () => ({ path: "/readyz" }),
  needsSetup: () => ({ path: "/app/setup" }),
  /** Sample call that succeeds only if the server has no household yet. */
  setUp: () => {
    const names = { householdName: "Home", timeZone: "Europe/Berlin", memberName: "Zoe" };
    return { path: "/app/setup", body: { token: "test-setup-token", password, ...names } };
  },
  signIn: async (home) => {
    const hash = await Bun.password.hash(password, { algorithm: "argon2id", memoryCost: 1024, timeCost: 1 });
    transact(home.db, () => setPassword(home.work(), home.members.anna.id, hash));
    return { path: "/app/session", body: { login: "Anna", password } };
  },
  readInvitation: async (home) => ({ path: "/app/invitations", body: { token: await invitationToken(home) } }),
  acceptInvitation: async (home) => ({
    path: `/app/invitations/${await invitationToken(home)}`,
    body: { password },
  }),
  beginPairing: () => ({ path: "/app/devices/pairing" }),
  turnMailOff: ({ id: householdId, db, members: { anna } }) => {
    const token = createUnsubscribeToken(db, { householdId, channelId: anna.id });
    return { path: `/app/mail/off/${token}` };
  },
  readLinkedNotice: (home) => ({ path: `/app/notices/link/${tokenOf(home)}` }),
  actOnLinkedNotice: (home) => ({ path: `/n/${tokenOf(home)}`, body: { action: "dismiss" } }),
  pollPairing: async (home) => {
    const { body } = await home.call("POST", "/app/devices/pairing", { key: null });
    return { path: `/app/devices/pairing/${body.pairingToken}` };
  },
};
