import { and, eq, sql } from "drizzle-orm";
import { requireMember } from "#accounts/members/store.ts";
import type { Role } from "#platform/auth/role.ts";
import { fields, insertParams, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { preference } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { type PreferenceKind, type Preferences, preferenceKinds } from "./notice.ts";

const columns = [
  "quiet",
  "allDayAt",
  "summaryAt",
  "taskAt",
  "general",
  "alsoFor",
  "details",
  "language",
  "kinds",
  "updatedAt",
] as const;

const ofHousehold = eq(preference.householdId, sql.placeholder("householdId"));
const ofMember = and(ofHousehold, eq(preference.memberId, sql.placeholder("memberId")));

const allPreferences = prepared((db) =>
  db
    .select(fields(preference, "memberId", ...columns))
    .from(preference)
    .where(ofHousehold),
);

const preferencesOf = prepared((db) =>
  db
    .select(fields(preference, ...columns))
    .from(preference)
    .where(ofMember),
);

const savePreferences = preparedWrite((db) =>
  db
    .insert(preference)
    .values(insertParams("householdId", "memberId", ...columns))
    .onConflictDoUpdate({
      target: [preference.householdId, preference.memberId],
      set: Object.fromEntries(columns.map((name) => [name, sql.raw(`excluded."${preference[name].name}"`)])),
    }),
);

const removePreferences = preparedWrite((db) => db.delete(preference).where(ofMember));

type Row = NonNullable<ReturnType<typeof preferencesOf.get>>;

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

export type StoredPreferences = { readonly preferences: Preferences; readonly updatedAt: string };

/** Returns the stored preferences by member id. Members who are missing in the map have the defaults. */
export function storedPreferences({ db, householdId }: Work): Map<string, StoredPreferences> {
  return new Map(
    allPreferences
      .all(db, { householdId })
      .map(({ memberId, ...row }) => [memberId, { preferences: toPreferences(row), updatedAt: row.updatedAt }]),
  );
}

export function readPreferences({ db, householdId }: Work, memberId: string, role: Role): Preferences {
  const row = preferencesOf.get(db, { householdId, memberId });
  return row ? toPreferences(row) : defaultPreferences(role);
}

export type PreferencesPatch = Partial<Omit<Preferences, "kinds">> & { readonly kinds?: Partial<Preferences["kinds"]> };

/**
 * Changes a member's preferences.
 * @throws ApiError 422 if the preferences name an unknown member
 */
export function updatePreferences(work: Work, memberId: string, role: Role, patch: PreferencesPatch): Preferences {
  const before = readPreferences(work, memberId, role);
  for (const [index, id] of (patch.alsoFor ?? []).entries()) requireMember(work, id, `alsoFor[${index}]`);
  const after: Preferences = { ...before, ...patch, kinds: { ...before.kinds, ...patch.kinds } };
  if (Bun.deepEquals(after, before)) return before;
  const { db, householdId, now } = work;
  savePreferences(db, {
    householdId,
    memberId,
    quiet: json(after.quiet),
    allDayAt: json(after.allDayAt),
    summaryAt: after.summaryAt,
    taskAt: after.taskAt,
    general: Number(after.general),
    alsoFor: json(after.alsoFor),
    details: after.details,
    language: after.language,
    kinds: JSON.stringify(after.kinds),
    updatedAt: now.toISOString(),
  });
  return after;
}

/** Deletes the preferences of a member who leaves the household. */
export function deletePreferences({ db, householdId }: Work, memberId: string): void {
  removePreferences(db, { householdId, memberId });
}

function toPreferences(row: Row): Preferences {
  const { summaryAt, taskAt, details, language } = row;
  return {
    quiet: parse<Preferences["quiet"]>(row.quiet),
    allDayAt: parse<Preferences["allDayAt"]>(row.allDayAt),
    summaryAt,
    taskAt,
    general: row.general === 1,
    alsoFor: parse<Preferences["alsoFor"]>(row.alsoFor),
    details,
    language,
    kinds: { ...everyKind, ...(JSON.parse(row.kinds) as Partial<Preferences["kinds"]>) },
  };
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

function parse<Value>(text: string | null): Value | null {
  return text === null ? null : (JSON.parse(text) as Value);
}
