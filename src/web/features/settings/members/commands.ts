import { read } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { command } from "#web/sync/command.ts";

type Members = Operations["app"]["members"];
type Named = { readonly id: string; readonly name: string };
type Removing = { readonly personalLists: "share" | "delete"; readonly reassignTo?: string };

export const addMember = command({
  invalidates: ["member"],
  send: (body: Parameters<Members["post"]>[0], api) => read(api.app.members.post(body)),
  done: ({ settings }, { name }) => settings.members.added(name),
});

/** Changes the email of a member. This is not queued, because another member may have the same email. */
export const setEmail = command({
  invalidates: ["member"],
  send: ({ id, email }: { id: string; email: string | null; message: string | null }, api) =>
    read(api.app.members({ id }).patch({ email })),
  done: (_, { message }) => message,
});

export const inviteMember = command({
  invalidates: ["member"],
  send: (id: string, api) => read(api.app.members({ id }).invitation.post()),
});

export const mailInvitation = command({
  invalidates: ["member"],
  send: ({ id, address }: { id: string; address: string }, api) =>
    read(api.app.members({ id }).invitation.mail.post({ address })),
  done: ({ settings }, _, { address }) => settings.members.inviteMailed(address),
});

export const endSignIn = command({
  invalidates: ["member"],
  send: ({ id }: Named, api) => read(api.app.members({ id })["sign-in"].delete()),
  done: ({ settings }, { name }) => settings.members.ended(name),
});

export const removeMember = command({
  invalidates: ["all"],
  send: ({ member: { id }, query }: { member: Named; query: Removing }, api) =>
    read(api.app.members({ id }).delete(undefined, { query })),
  done: ({ settings }, { member }) => settings.members.removed(member.name),
});
