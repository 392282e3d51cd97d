import { requireMember } from "#accounts/members/store.ts";
import type { Role } from "#platform/auth/role.ts";
import { deleteFrom, equal, type RowOf, selectFrom, storedColumns, upsertInto } from "#platform/db/statements.ts";
import { preference } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import type { Preferences, PreferencesPatch } from "./model.ts";
import { type PreferenceKind, preferenceKinds } from "./notice.ts";

const columns = storedColumns(preference);
const ofMember = equal(preference.memberId, "memberId");
const allPreferences = selectFrom(preference, columns);
const preferencesOf = selectFrom(preference, columns, { where: ofMember });
const savePreferences = upsertInto(preference, ["memberId"]);
const removePreferences = deleteFrom(preference, ofMember);

const everyKind = Object.fromEntries(preferenceKinds.map((kind) => [kind, "all"])) as Record<PreferenceKind, "all">;

/** Returns the preferences of a member who never changed them. A guest gets only reminders that name the guest. */
export function defaultPreferences(role: Role): Preferences {
  return {
    quiet: { from: "21:30", to: "06:30" },
    allDayAt: null,
    summaryAt: "07:30",
    taskAt: null,
    general: role !== "guest",
    alsoFor: null,
    details: "full",
    language: "en",
    kinds: everyKind,
  };
}

/** Returns the stored preferences by member id. Members who are missing in the map have the defaults. */
export function storedPreferences(work: Work) {
  const rows = allPreferences.all(work);
  return new Map(rows.map((row) => [row.memberId, { preferences: toPreferences(row), updatedAt: row.updatedAt }]));
}

export function readPreferences(work: Work, memberId: string, role: Role): Preferences {
  const row = preferencesOf.get(work, { memberId });
  return row ? toPreferences(row) : defaultPreferences(role);
}

/** Changes preferences. @throws ApiError 422 if they name an unknown member */
export function updatePreferences(work: Work, memberId: string, role: Role, patch: PreferencesPatch): Preferences {
  const before = readPreferences(work, memberId, role);
  for (const [index, id] of (patch.alsoFor ?? []).entries()) requireMember(work, id, `alsoFor[${index}]`);
  const after: Preferences = { ...before, ...patch, kinds: { ...before.kinds, ...patch.kinds } };
  if (Bun.deepEquals(after, before)) return before;
  savePreferences(work, { ...after, memberId, updatedAt: work.now.toISOString() });
  return after;
}

export const deletePreferences = (work: Work, memberId: string) => removePreferences(work, { memberId });

function toPreferences({ memberId: _, updatedAt: __, ...row }: RowOf<typeof preference>): Preferences {
  const parse = (text: string | null) => (text === null ? null : JSON.parse(text));
  return {
    ...row,
    quiet: parse(row.quiet),
    allDayAt: parse(row.allDayAt),
    general: row.general === 1,
    alsoFor: parse(row.alsoFor),
    kinds: { ...everyKind, ...parse(row.kinds) },
  };
}
