import { read, type Sent, send } from "#web/sync/api/client.ts";
import { type Notice, noticesSource, notificationsSource } from "#web/sync/notices.ts";
import { type Effect, on, source } from "#web/sync/source.ts";
import { write } from "#web/sync/write.ts";
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
 * Returns the cache update that changes the state of a notice. If the notice was unread, the number of unread notices
 * is reduced by one.
 */
function onNotice(id: string, state: Notice["state"]): Effect {
  return on(noticesSource, (page) => {
    const isUnread = page.notices.some((each) => each.id === id && each.readAt === null && each.state === "open");
    return {
      ...page,
      notices: page.notices.map((each) => (each.id === id ? { ...each, state } : each)),
      unread: page.unread - Number(isUnread),
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
  effects: ({ id, action }) => [onNotice(id, states[action])],
  successMessage: ({ notifications }, { action, title }) =>
    action === "done" ? notifications.bell.didIt(title) : null,
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
