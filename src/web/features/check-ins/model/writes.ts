/** What adults can do to check-ins. */
import { api, send } from "../../../sync/api/client.ts";
import { on } from "../../../sync/source.ts";
import { write } from "../../../sync/write.ts";
import { askedOn } from "./schedule.ts";
import { type CheckIn, checkInsSource } from "./source.ts";

/** Everything of a check-in that is decided by whoever makes it. */
export type CheckInFields = Pick<
  CheckIn,
  "presetKey" | "name" | "question" | "assigneeIds" | "daysOfWeek" | "times" | "faces" | "active"
>;

/** Whose schedule is looked at, on which day. */
type New = CheckInFields & { id: string; today: string };

/** Makes a check-in; `id` is provisional. A preset's own words and faces are left to the server. */
export const createCheckIn = write({
  name: "checkIns.create",
  invalidates: ["check_in"],
  send: ({ id: _, today: __, ...checkIn }: New, headers) =>
    send(api.v1["check-ins"].post(checkIn.presetKey === "custom" ? checkIn : asPreset(checkIn), { headers })),
  effects: ({ today, ...checkIn }) => [
    on(checkInsSource, ({ checkIns }) => {
      const made = scheduled({ ...unsaved, ...checkIn }, today);
      return { checkIns: [...checkIns.filter(({ id }) => id !== made.id), made] };
    }),
  ],
  createdId: ({ id }: CheckIn) => id,
  successMessage: ({ checkInScreen }, { name }) => checkInScreen.toldCreated(name),
});

function asPreset({ faces: _, name: __, ...rest }: CheckInFields) {
  return rest;
}

/** Changes a check-in; what is left out stays. `named` is for the toast. */
export const updateCheckIn = write({
  name: "checkIns.update",
  invalidates: ["check_in"],
  send: ({ id, patch }: { id: string; patch: Partial<CheckInFields>; named: string; today: string }, headers) =>
    send(api.v1["check-ins"]({ id }).patch(patch, { headers })),
  effects: ({ id, patch, today }) => [
    on(checkInsSource, ({ checkIns }) => ({
      checkIns: checkIns.map((each) => (each.id === id ? scheduled({ ...each, ...patch }, today) : each)),
    })),
  ],
  successMessage: ({ checkInScreen }, { named }) => checkInScreen.toldChanged(named),
});

/** Deletes a check-in; what was answered stays in the history. */
export const deleteCheckIn = write({
  name: "checkIns.delete",
  invalidates: ["check_in"],
  send: ({ id }: { id: string; named: string }, headers) =>
    send(api.v1["check-ins"]({ id }).delete(undefined, { headers })),
  effects: ({ id }) => [
    on(checkInsSource, ({ checkIns }) => ({ checkIns: checkIns.filter((each) => each.id !== id) })),
  ],
  successMessage: ({ checkInScreen }, { named }) => checkInScreen.toldDeleted(named),
  treat404AsDone: true,
});

/** With the occurrences of today that its schedule gives, and the answers that there are. */
function scheduled(checkIn: CheckIn, today: string): CheckIn {
  const rows = askedOn(checkIn, today).map(({ checkInId: _, ...asked }) => {
    const known = checkIn.today.find(({ time, memberId }) => time === asked.time && memberId === asked.memberId);
    return { ...asked, answer: known?.answer ?? null };
  });
  return { ...checkIn, today: rows };
}

const unsaved: Omit<CheckIn, keyof CheckInFields | "id"> = {
  notify: true,
  today: [],
  createdAt: "",
  updatedAt: "",
  createdBy: { kind: "system", id: null, name: "", agentName: null },
};
