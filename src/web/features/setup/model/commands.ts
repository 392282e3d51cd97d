import { recheckSession } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { command } from "#web/sync/command.ts";

export const signIn = command({
  send: ({ login, password }: { login: string; password: string }, api) =>
    read(api.app.session.post({ login: login.trim(), password })),
});

/** Accepts an invitation with a new password, and signs in. `token` is the one-time token of the invitation link. */
export const acceptInvitation = command({
  send: ({ token, password }: { token: string; password: string }, api) =>
    read(api.app.invitations({ token }).post({ password })),
});

type NewHousehold = {
  /** One-time token of the setup link. */
  readonly token: string;
  readonly householdName: string;
  readonly timeZone: string;
  readonly groceryListName: string;
  readonly email: string;
  readonly password: string;
} & Pick<NewMember, "name" | "color" | "avatar">;

/** Creates the household with its owner, and signs the owner in. */
export const createHousehold = command({
  send: async (draft: NewHousehold, api) => {
    const { token, timeZone, groceryListName, color, avatar, password } = draft;
    const householdName = draft.householdName.trim();
    const person = { memberName: draft.name.trim(), email: draft.email.trim() || null, password };
    const household = { token, householdName, timeZone, groceryListName };
    const who = await read(api.app.setup.post({ ...household, ...person })).catch(afterRefusal);
    // An error is ignored, because the look can be changed in the settings.
    const member = await read(api.app.members({ id: who.member.id }).patch({ color, avatar })).catch(() => who.member);
    return { household: who.household, member };
  },
});

/**
 * Refetches the session if the server refused the setup, because somebody else may have created the household in the
 * meantime. Always throws `error` again.
 */
function afterRefusal(error: unknown): never {
  if (error instanceof Failure && error.status === 403) recheckSession();
  throw error;
}

type NewMember = Parameters<Operations["app"]["members"]["post"]>[0];
