import { read, type Sent, send } from "#web/sync/api/client.ts";
import { type Notice, noticesSource, notificationsSource } from "#web/sync/notices.ts";
import { type Effect, on, source } from "#web/sync/source.ts";
import { type Reversal, write } from "#web/sync/write.ts";
import type { Preferences } from "./preferences.ts";

/** Ids of the lists that the member follows. The member gets notices about these lists. */
export const followsSource = source("follows", [], (_, api) => read(api.app.lists.follows.get()));

type PreferencesPatch = Partial<Omit<Preferences, "kinds">> & { readonly kinds?: Partial<Preferences["kinds"]> };

export const updatePreferences = write({
  name: "notifications.preferences",
  invalidates: [],
  send: (patch: PreferencesPatch, headers, api) => send(api.app.notifications.patch(patch, { headers })),
  label: () => null,
  effects: ({ kinds, ...patch }) => [
    on(notificationsSource, (settings) => {
      const { preferences } = settings;
      return { ...settings, preferences: { ...preferences, ...patch, kinds: { ...preferences.kinds, ...kinds } } };
    }),
  ],
});

export type NoticeAction = "done" | "snooze" | "dismiss";
const states = { done: "done", snooze: "snoozed", dismiss: "dismissed" } as const;

/**
 * Returns the cache update that changes the state of notices. If `from` is given, changes only notices with this state.
 * Each changed notice that was open and unread reduces the number of unread notices by one.
 */
function onNotices(ids: readonly string[], state: Notice["state"], from?: Notice["state"]): Effect {
  return on(noticesSource, (page) => {
    const isChanged = (each: Notice) => ids.includes(each.id) && each.state === (from ?? each.state);
    const unread = page.notices.filter((each) => isChanged(each) && each.readAt === null && each.state === "open");
    return {
      ...page,
      notices: page.notices.map((each) => (isChanged(each) ? { ...each, state } : each)),
      unread: page.unread - unread.length,
    };
  });
}

/** Action on a notice, such as snoozing. `title` is the notice's title, for the toasts. */
type Act = { readonly id: string; readonly action: NoticeAction; readonly minutes?: number; readonly title: string };

export const actOnNotice = write({
  name: "notices.act",
  invalidates: ["all"],
  send: ({ id, action, minutes }: Act, headers, api): Promise<Sent<unknown>> =>
    send(api.app.notices({ id }).post({ action, ...(minutes === undefined ? {} : { minutes }) }, { headers })),
  label: ({ title }) => title,
  effects: ({ id, action }) => [onNotices([id], states[action])],
  successMessage: ({ notifications }, { action, title }) =>
    action === "done" ? notifications.bell.didIt(title) : null,
});

/** Action “Clear all”. `clear` is its id. `ids` are the notices that it hides at once. */
type Clear = { readonly clear: string; readonly ids: readonly string[] };

/** Opens the notices again that one “Clear all” dismissed. */
export const reopenNotices = write({
  name: "notices.reopen",
  invalidates: [],
  send: ({ clear }: Clear, headers, api) => send(api.app.notices.reopen.post({ clear }, { headers })),
  label: () => null,
  effects: ({ ids }) => [onNotices(ids, "open", "dismissed")],
});

/** Dismisses all open notices, also those of pages that are not loaded. `upTo` is the one that came last. */
export const clearNotices = write({
  name: "notices.clear",
  invalidates: [],
  send: ({ upTo, clear }: Clear & { readonly upTo: string }, headers, api) =>
    send(api.app.notices.clear.post({ upTo, clear }, { headers })),
  label: () => null,
  effects: ({ ids }) => [
    onNotices(ids, "dismissed", "open"),
    on(noticesSource, (page) => ({ ...page, hasOlder: false })),
  ],
  successMessage: ({ notifications }) => notifications.bell.cleared,
  isUnrecorded: true,
  reverse: ({ clear, ids }): Reversal => ({ write: reopenNotices, variables: { clear, ids } }),
});

/** Marks the given notice and all earlier notices as read. */
export const markRead = write({
  name: "notices.read",
  invalidates: [],
  send: ({ upTo }: { upTo: string }, headers, api) => send(api.app.notices.read.post({ upTo }, { headers })),
  label: () => null,
  effects: () => [on(noticesSource, (page) => ({ ...page, unread: 0 }))],
});

export const followList = write({
  name: "lists.follow",
  invalidates: [],
  send: ({ id, followed }: { id: string; followed: boolean }, headers, api) => {
    const { follow } = api.app.lists({ id });
    return send(followed ? follow.put(undefined, { headers }) : follow.delete(undefined, { headers }));
  },
  label: () => null,
  effects: ({ id, followed }) => [
    on(followsSource, ({ ids }) => {
      const others = ids.filter((each) => each !== id);
      return { ids: followed ? [...others, id] : others };
    }),
  ],
});
