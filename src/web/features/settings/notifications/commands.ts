import { read } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { command } from "#web/sync/command.ts";
import { noticesSource, notificationsSource } from "#web/sync/notices.ts";
import type { Channel, NotificationSettings } from "../../notifications/model/preferences.ts";
import { turnOff } from "../../notifications/model/push.ts";

type Channels = Operations["app"]["notifications"]["channels"];
type ChannelPatch = Parameters<ReturnType<Channels>["patch"]>[0];

/** Notifications have no kind, because their changes do not raise the household's revision. */
const changesChannels = { invalidates: [], refetches: [noticesSource, notificationsSource] };

export const addChannel = command({
  ...changesChannels,
  send: (body: Parameters<Channels["post"]>[0], api) => read(api.app.notifications.channels.post(body)),
  done: ({ notifications }, { kind }, { label }) => (kind === "apprise" ? notifications.ways.added(label) : null),
});

export const changeChannel = command({
  ...changesChannels,
  send: ({ id, patch }: { id: string; patch: ChannelPatch }, api) =>
    read(api.app.notifications.channels({ id }).patch(patch)),
  done: ({ notifications }) => notifications.ways.changed,
});

export const deleteChannel = command({
  ...changesChannels,
  send: ({ id }: Channel, api) => read(api.app.notifications.channels({ id }).delete()),
  done: ({ notifications }, { label }) => notifications.ways.deleted(label),
});

/** Confirms the address of a channel with the code that was sent to the address. */
export const verifyChannel = command({
  ...changesChannels,
  send: ({ channel: { id }, code }: { channel: Channel; code: string }, api) =>
    read(api.app.notifications.channels({ id }).verify.post({ code })),
  done: ({ notifications }, { channel }) => notifications.ways.confirmed(channel.address),
});

export const sendCode = command({
  invalidates: [],
  send: ({ id }: Channel, api) => read(api.app.notifications.channels({ id }).code.post(undefined)),
  done: ({ notifications }) => notifications.ways.codeSent,
});

export const testChannel = command({
  ...changesChannels,
  send: ({ id }: Channel, api) => read(api.app.notifications.channels({ id }).test.post(undefined)),
});

export const turnOffPush = command({
  invalidates: [],
  send: async (settings: NotificationSettings) => {
    await turnOff(settings);
    return true;
  },
  done: ({ notifications }) => notifications.device.turnedOff,
});
