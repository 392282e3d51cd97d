/** Changes of settings that can be queued and undone. */
import { send } from "#web/sync/api/client.ts";
import {
  type Display,
  displaySource,
  type HouseholdSettings,
  householdSource,
  type Member,
  membersSource,
  sessionSource,
} from "#web/sync/session.ts";
import { type Effect, on } from "#web/sync/source.ts";
import { write } from "#web/sync/write.ts";

type Profile = Pick<Member, "name" | "role" | "color" | "avatar">;
type SettingsPatch = Partial<Omit<HouseholdSettings, "id">>;

function onMembers(apply: (members: readonly Member[]) => Member[]): Effect {
  return on(membersSource, (data) => ({ ...data, members: apply(data.members) }));
}

/** Changes a member. `name` is the member's name, for the toast. */
export const updateMember = write({
  name: "members.update",
  invalidates: ["member"],
  send: ({ id, patch }: { id: string; name: string; patch: Partial<Profile> }, headers, api) =>
    send(api.app.members({ id }).patch(patch, { headers })),
  label: ({ name }) => name,
  effects: ({ id, patch }) => [
    onMembers((members) => members.map((member) => (member.id === id ? { ...member, ...patch } : member))),
    on(sessionSource, (session) =>
      session.kind === "member" && session.member.id === id
        ? { ...session, member: { ...session.member, ...patch } }
        : session,
    ),
  ],
  successMessage: ({ settings }, { name, patch }) => settings.members.changed(patch.name ?? name),
});

/** Changes the order of the members. `ids` must contain all members. */
export const reorderMembers = write({
  name: "members.reorder",
  invalidates: ["member"],
  send: ({ ids }: { ids: string[] }, headers, api) => send(api.app.members.reorder.patch({ ids }, { headers })),
  label: () => null,
  effects: ({ ids }) => {
    const place = ({ id }: Member) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
    return [onMembers((members) => [...members].sort((a, b) => place(a) - place(b)))];
  },
  successMessage: ({ settings }) => settings.members.moved,
});

export const updateHousehold = write({
  name: "household.update",
  invalidates: ["all"],
  send: (patch: SettingsPatch, headers, api) => send(api.app.household.patch(patch, { headers })),
  label: ({ name }) => name ?? null,
  effects: (patch) => {
    const { defaultReminderMinutes: _, allDayReminder: __, ...shown } = patch;
    return [
      on(householdSource, (data) => ({ ...data, ...patch })),
      on(membersSource, (data) => ({ ...data, household: { ...data.household, ...shown } })),
      on(sessionSource, (session) =>
        session.kind === "nobody" ? session : { ...session, household: { ...session.household, ...shown } },
      ),
    ];
  },
  successMessage: ({ settings }) => settings.household.changed,
});

export const updateDisplay = write({
  name: "display.update",
  invalidates: ["household"],
  send: (patch: Partial<Display>, headers, api) => send(api.v1.households.me.display.patch(patch, { headers })),
  label: () => null,
  effects: (patch) => [on(displaySource, (display) => ({ ...display, ...patch }))],
  successMessage: ({ settings }) => settings.household.changed,
});
