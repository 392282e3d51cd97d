import { send } from "#web/sync/api/client.ts";
import { on } from "#web/sync/source.ts";
import { write } from "#web/sync/write.ts";
import { askedOn } from "./schedule.ts";
import { type CheckIn, checkInsSource } from "./source.ts";

export type CheckInFields = Pick<
  CheckIn,
  "presetKey" | "name" | "question" | "assigneeIds" | "daysOfWeek" | "times" | "faces" | "notify" | "active"
>;

type New = CheckInFields & { id: string; today: string };

/**
 * Creates a check-in. `id` is provisional until the server responds. The server fills in the texts and faces of a
 * preset.
 */
export const createCheckIn = write({
  name: "checkIns.create",
  invalidates: ["check_in"],
  send: ({ id: _, today: __, ...checkIn }: New, headers, api) =>
    send(api.v1["check-ins"].post(checkIn.presetKey === "custom" ? checkIn : asPreset(checkIn), { headers })),
  label: ({ name }) => name,
  effects: ({ today, ...checkIn }) => [
    on(checkInsSource, ({ checkIns }) => {
      const made = scheduled({ ...unsaved, ...checkIn }, today);
      return { checkIns: [...checkIns.filter(({ id }) => id !== made.id), made] };
    }),
  ],
  createdId: ({ id }: CheckIn) => id,
  successMessage: ({ checkInScreen }, { name }) => checkInScreen.createdMessage(name),
});

function asPreset({ faces: _, name: __, ...rest }: CheckInFields) {
  return rest;
}

/** Changes a check-in. `named` is the check-in's name, for the toast. */
export const updateCheckIn = write({
  name: "checkIns.update",
  invalidates: ["check_in"],
  send: ({ id, patch }: { id: string; patch: Partial<CheckInFields>; named: string; today: string }, headers, api) =>
    send(api.v1["check-ins"]({ id }).patch(patch, { headers })),
  label: ({ named }) => named,
  effects: ({ id, patch, today }) => [
    on(checkInsSource, ({ checkIns }) => ({
      checkIns: checkIns.map((each) => (each.id === id ? scheduled({ ...each, ...patch }, today) : each)),
    })),
  ],
  successMessage: ({ checkInScreen }, { named }) => checkInScreen.changedMessage(named),
});

/** Ends the pause of a check-in, so that it asks again. */
export const endPause = write({
  name: "checkIns.endPause",
  invalidates: ["check_in"],
  send: ({ id }: { id: string; named: string; today: string }, headers, api) =>
    send(api.v1["check-ins"]({ id }).pause.patch({ from: null, to: null }, { headers })),
  label: ({ named }) => named,
  effects: ({ id, today }) => [
    on(checkInsSource, ({ checkIns }) => ({
      checkIns: checkIns.map(({ pause, ...each }) =>
        each.id === id ? scheduled(each, today) : { ...each, ...(pause && { pause }) },
      ),
    })),
  ],
  successMessage: ({ checkInScreen }, { named }) => checkInScreen.changedMessage(named),
});

/** Deletes a check-in. Its answers stay in the history. */
export const deleteCheckIn = write({
  name: "checkIns.delete",
  invalidates: ["check_in"],
  send: ({ id }: { id: string; named: string }, headers, api) =>
    send(api.v1["check-ins"]({ id }).delete(undefined, { headers })),
  label: ({ named }) => named,
  effects: ({ id }) => [
    on(checkInsSource, ({ checkIns }) => ({ checkIns: checkIns.filter((each) => each.id !== id) })),
  ],
  successMessage: ({ checkInScreen }, { named }) => checkInScreen.deletedMessage(named),
  treat404AsDone: true,
});

function scheduled(checkIn: CheckIn, today: string): CheckIn {
  const rows = askedOn(checkIn, today).map(({ checkInId: _, ...slot }) => {
    const known = checkIn.today.find(({ time, memberId }) => time === slot.time && memberId === slot.memberId);
    return { ...slot, answer: known?.answer ?? null };
  });
  return { ...checkIn, today: rows };
}

const unsaved: Omit<CheckIn, keyof CheckInFields | "id"> = {
  today: [],
  createdAt: "",
  updatedAt: "",
  createdBy: { kind: "system", id: null, name: "", agentName: null },
};
