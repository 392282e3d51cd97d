/** Notification preferences: the kinds of notices that a member gets, and by which channels. */
import type { Channel } from "#notifications/channels/model.ts";
import type { NotificationSettings } from "#notifications/notices/model.ts";

export type { Channel, NotificationSettings };
export type Preferences = NotificationSettings["preferences"];
export type PreferenceKind = keyof Preferences["kinds"];
/**
 * Channels by which a kind of notice is sent. The value is a list of ids, or `all`, which includes channels that are
 * added later.
 */
export type ChosenChannels = Preferences["kinds"][PreferenceKind];

/** Kinds of notices in the order of the settings. */
export const kinds: readonly PreferenceKind[] = [
  "event",
  "task",
  "chore",
  "check_in",
  "item",
  "summary",
  "change",
  "system",
];

export function isChosen(chosenChannels: ChosenChannels, channelId: string): boolean {
  return chosenChannels === "all" || chosenChannels.includes(channelId);
}

/**
 * Adds the channel `channelId` to the chosen channels, or removes it if `isWanted` is false. Returns the channels that
 * are chosen afterwards. If every channel is chosen, returns `all`, so that a channel that the member
 * adds later is chosen, too.
 */
export function withChannel(
  chosenChannels: ChosenChannels,
  channels: readonly Channel[],
  channelId: string,
  isWanted: boolean,
): ChosenChannels {
  const chosen = channels
    .map(({ id }) => id)
    .filter((id) => (id === channelId ? isWanted : isChosen(chosenChannels, id)));
  return chosen.length === channels.length ? "all" : chosen;
}

/** Returns the channels by which notices of a kind are sent. Leaves out channels that are unconfirmed or turned off. */
export function channelsFor({ preferences, channels }: NotificationSettings, kind: PreferenceKind): readonly Channel[] {
  return channels.filter(
    ({ id, state }) => state !== "unverified" && state !== "off" && isChosen(preferences.kinds[kind], id),
  );
}

/**
 * Returns the ids of the members whose notices this adult also gets. The adult can choose these members. By default,
 * they are all members who cannot be reached: these members cannot sign in and have no channel.
 */
export function notifiedAbout({ preferences, unreachable }: NotificationSettings): readonly string[] {
  return preferences.alsoFor ?? unreachable;
}

/**
 * Adds the member `memberId` to the members whose notices this adult also gets, or removes the member if `isWanted` is
 * false. Returns the ids of all members that are chosen afterwards. Returns null if they are exactly the members who
 * cannot be reached. If the preference is null, the server finds out at each reminder which members cannot be reached.
 */
export function withMember(settings: NotificationSettings, memberId: string, isWanted: boolean): string[] | null {
  const others = notifiedAbout(settings).filter((id) => id !== memberId);
  const next = isWanted ? [...others, memberId] : others;
  const { unreachable } = settings;
  const isDefault = next.length === unreachable.length && unreachable.every((id) => next.includes(id));
  return isDefault ? null : next;
}

/**
 * Members who get the reminders of an event. `isReader` is true if the viewer gets the reminders as a member of the
 * event, or because the event is for everybody. `for` and `others` contain ids of members of the event, without the
 * viewer. `for` contains the members whose reminders the viewer also gets. `others` contains the members whom a
 * reminder can reach without the viewer.
 */
export type Reach = { readonly isReader: boolean; readonly for: readonly string[]; readonly others: readonly string[] };

/**
 * Returns how an event's reminders reach the viewer (`readerId`) and other members. An event without `memberIds` is for
 * everybody.
 */
export function reachOf(
  settings: NotificationSettings,
  event: { readonly memberIds: readonly string[]; readonly isGeneral: boolean },
  readerId: string,
  isKeeper: boolean,
): Reach {
  const { preferences, unreachable } = settings;
  const isForAll = event.isGeneral || event.memberIds.length === 0;
  const isReader = event.memberIds.includes(readerId) || (isForAll && preferences.general);
  const kept = isKeeper ? notifiedAbout(settings) : [];
  const others = event.memberIds.filter((id) => id !== readerId);
  return {
    isReader,
    for: others.filter((id) => kept.includes(id)),
    others: others.filter((id) => !unreachable.includes(id)),
  };
}
