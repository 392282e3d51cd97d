import { signOut } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";
import { forgetThisDevice } from "../../notifications/model/push.ts";
import type { SignIn } from "../sources.ts";

export const changePassword = command({
  invalidates: ["member"],
  send: (body: { current: string; new: string }, api) => read(api.app.password.post(body)),
  done: ({ settings }) => settings.you.passwordChanged,
});

/** Signs the member out on another device. */
export const endSession = command({
  invalidates: ["member"],
  send: ({ id }: SignIn, api) => read(api.app.sessions({ id }).delete()),
  done: ({ settings }) => settings.you.ended,
});

/** Signs the member out in this browser. */
export const leave = command({
  invalidates: [],
  send: async (_: null) => {
    await forgetThisDevice();
    await signOut();
    return true;
  },
});
