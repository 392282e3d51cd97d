import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { channel, preference } from "#platform/db/tables.ts";

const ofHousehold = eq(channel.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(channel.id, sql.placeholder("id")));
const ofMember = and(ofHousehold, eq(channel.memberId, sql.placeholder("memberId")));

const channelFields = fields(
  channel,
  "id",
  "memberId",
  "kind",
  "label",
  "config",
  "details",
  "verifiedAt",
  "okAt",
  "failingSince",
  "refusals",
  "offReason",
  "createdAt",
);

export const channelById = prepared((db) => db.select(channelFields).from(channel).where(isOne));

export const channelsOfMember = prepared((db) =>
  db.select(channelFields).from(channel).where(ofMember).orderBy(asc(channel.createdAt), asc(channel.id)),
);

export const openChannels = prepared((db) =>
  db
    .select(fields(channel, "id", "memberId", "kind", "config"))
    .from(channel)
    .where(and(ofHousehold, isNotNull(channel.verifiedAt), isNull(channel.offReason)))
    .orderBy(asc(channel.createdAt), asc(channel.id)),
);

/**
 * Finds a channel by its push endpoint in all households, because a browser can subscribe again in another household.
 */
export const channelByEndpoint = prepared((db) =>
  db
    .select(fields(channel, "id", "householdId", "memberId", "config"))
    .from(channel)
    .where(eq(channel.endpointHash, sql.placeholder("hash"))),
);

export const insertChannel = preparedWrite((db) =>
  db
    .insert(channel)
    .values(
      insertParams(
        "id",
        "householdId",
        "memberId",
        "kind",
        "label",
        "config",
        "endpointHash",
        "details",
        "verifiedAt",
        "createdAt",
      ),
    ),
);

export const renewPush = preparedWrite((db) =>
  db
    .update(channel)
    .set({ ...updateParams("config", "label"), refusals: 0, offReason: null, failingSince: null })
    .where(isOne),
);

export const relabel = preparedWrite((db) => db.update(channel).set(updateParams("label")).where(isOne));

export const changeChannel = preparedWrite((db) =>
  db
    .update(channel)
    .set(updateParams("label", "details", "offReason", "refusals", "failingSince"))
    .where(isOne),
);

export const changeConfig = preparedWrite((db) =>
  db.update(channel).set(updateParams("config", "verifiedAt")).where(isOne),
);

export const markOk = preparedWrite((db) =>
  db
    .update(channel)
    .set({ ...updateParams("okAt"), failingSince: null, refusals: 0 })
    .where(isOne),
);

export const markFailing = preparedWrite((db) =>
  db
    .update(channel)
    .set({ failingSince: sql`coalesce(${channel.failingSince}, ${sql.placeholder("now")})` })
    .where(isOne),
);

export const removeChannel = preparedWrite((db) => db.delete(channel).where(isOne));

export const removeChannelsOfMember = preparedWrite((db) => db.delete(channel).where(ofMember));

export const removePushOfMember = preparedWrite((db) =>
  db.delete(channel).where(and(ofMember, eq(channel.kind, "push"))),
);

export const languageOfMember = prepared((db) =>
  db
    .select(fields(preference, "language"))
    .from(preference)
    .where(
      and(
        eq(preference.householdId, sql.placeholder("householdId")),
        eq(preference.memberId, sql.placeholder("memberId")),
      ),
    ),
);

export type ChannelRow = NonNullable<ReturnType<typeof channelById.get>>;
