/**
 * Stores channels. A change of a channel raises no revision and adds no feed entry, because it concerns only one
 * member.
 */
import { asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { limitReached, notFound } from "#lib/errors.ts";
import { minute } from "#lib/time.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import {
  byId,
  deleteFrom,
  equal,
  type HouseholdScope,
  param,
  type RowOf,
  records,
  selectFrom,
  updateIn,
} from "#platform/db/statements.ts";
import { channel, preference } from "#platform/db/tables.ts";
import type { TimedScope, Work } from "#platform/work.ts";
import type { Details, Language } from "../notices/notice.ts";
import type { KindAndConfig, MailConfig, PushConfig, StoredChannel } from "./config.ts";
import type { Channel, ChannelPatch } from "./model.ts";
import { reasons, translateReason } from "./reasons.ts";

type ChannelRow = RowOf<typeof channel>;

const channels = records(channel);
const ofMember = equal(channel.memberId, "memberId");
const inOrder = [asc(channel.createdAt), asc(channel.id)];

const channelsOfMember = selectFrom(channel, channels.columns, { where: ofMember, orderBy: inOrder });
const openChannels = selectFrom(channel, ["id", "memberId", "kind", "config"], {
  where: [isNotNull(channel.verifiedAt), isNull(channel.offReason)],
  orderBy: inOrder,
});
const languageOfMember = selectFrom(preference, ["language"], { where: equal(preference.memberId, "memberId") });

/** Finds channels in all households, because a browser can subscribe again in another household. */
const channelByEndpoint = prepared((db) =>
  db
    .select(fields(channel, "id", "householdId", "memberId"))
    .from(channel)
    .where(equal(channel.endpointHash, "hash")),
);

/** Columns of a channel whose messages are not refused. */
const working = { failingSince: null, refusals: 0 };
const markOk = updateIn(channel, ["okAt"], byId(channel), working);
const markFailing = updateIn(channel, [], byId(channel), {
  failingSince: sql`coalesce(${channel.failingSince}, ${param("now")})`,
});
const removeOfMember = deleteFrom(channel, ofMember);
const removePushOfMember = deleteFrom(channel, [ofMember, eq(channel.kind, "push")]);

const maxChannels = 10;
/** Number of consecutive refused messages after which a channel is turned off. */
const maxRefusals = 10;
/** Number of consecutive refused messages after which a push channel that never worked is deleted. */
const maxFutileRefusals = 20;
const codeMs = 10 * minute;
const maxTries = 5;

/** Returns the member's channels. The reasons of failures are in the member's language. */
export function listChannels(scope: HouseholdScope, memberId: string): Channel[] {
  const language = languageOf(scope, memberId);
  return channelsOfMember.all(scope, { memberId }).map((row) => toChannel(row, language));
}

/** Returns the channels of all members that are verified and not turned off. */
export const listOpenChannels = (scope: HouseholdScope): StoredChannel[] => openChannels.all(scope).map(toStored);

export function membersWithChannel(scope: HouseholdScope): ReadonlySet<string> {
  return new Set(listOpenChannels(scope).map(({ memberId }) => memberId));
}

export type SendableChannel = {
  readonly channel: StoredChannel;
  readonly label: string;
  readonly state: Channel["state"];
  /** Level of detail of this channel's messages. Null if the member's preference applies. */
  readonly details: Details | null;
  readonly isOpen: boolean;
};

export function findChannel(scope: HouseholdScope, id: string): SendableChannel | null {
  const row = channels.find(scope, id);
  return row && toSendable(row);
}

export function requireOwnChannel(scope: HouseholdScope, memberId: string, id: string): SendableChannel {
  return toSendable(ownRow(scope, memberId, id));
}

export function readChannel(scope: HouseholdScope, memberId: string, id: string): Channel {
  return toChannel(ownRow(scope, memberId, id), languageOf(scope, memberId));
}

type NewPush = { readonly config: PushConfig; readonly label: string; readonly isLabelGiven: boolean };

/**
 * Stores a push subscription of a browser. If the member already has a channel for the subscription, updates that
 * channel. If another member has a channel for the subscription, deletes that channel. Must run in a transaction.
 * @throws ApiError 422 if the member has ten channels and none of them is for push
 */
export function putPush(work: Work, memberId: string, { config, label, isLabelGiven }: NewPush): Channel {
  const hash = Bun.SHA256.hash(config.endpoint, "hex");
  const known = channelByEndpoint.get(work.db, { hash });
  if (known && known.householdId === work.householdId && known.memberId === memberId) {
    const former = ownRow(work, memberId, known.id);
    const patch = { config: JSON.stringify(config), label: isLabelGiven ? label : former.label };
    const isRenewed = former.config !== patch.config;
    if (isRenewed || former.label !== patch.label)
      channels.update(work, former, { ...patch, ...(isRenewed && { ...working, offReason: null }) });
    return readChannel(work, memberId, known.id);
  }
  if (known) channels.remove({ db: work.db, householdId: known.householdId }, known.id);
  makeRoomForPush(work, memberId);
  return insert(work, memberId, { kind: "push", label, config, details: null, isVerified: true }, hash);
}

/** Deletes the least recently used push channel if the limit is reached: browsers end subscriptions without notice. */
function makeRoomForPush(work: Work, memberId: string): void {
  const rows = channelsOfMember.all(work, { memberId });
  if (rows.length < maxChannels) return;
  const usedAt = ({ okAt, createdAt }: ChannelRow) => okAt ?? createdAt;
  const [oldest] = rows
    .filter(({ kind }) => kind === "push")
    .sort((one, other) => (usedAt(one) < usedAt(other) ? -1 : 1));
  if (!oldest) throw tooManyChannels();
  channels.remove(work, oldest.id);
}

export type NewChannelRow = KindAndConfig & {
  readonly label: string;
  readonly details: Details | null;
  readonly isVerified: boolean;
  /** Id of the new channel. Set if the channel's configuration contains the id. If absent, the id is random. */
  readonly id?: string;
};

/** Adds a channel. Must run in a transaction. @throws ApiError 422 if the member has ten channels already */
export function addChannel(work: Work, memberId: string, row: NewChannelRow): Channel {
  if (channelsOfMember.all(work, { memberId }).length >= maxChannels) throw tooManyChannels();
  return insert(work, memberId, row, null);
}

function insert(work: Work, memberId: string, row: NewChannelRow, endpointHash: string | null): Channel {
  const { id = Bun.randomUUIDv7("hex", work.now), isVerified, config, ...given } = row;
  const createdAt = work.now.toISOString();
  const made = channels.insert(work, {
    ...given,
    id,
    memberId,
    endpointHash,
    config: JSON.stringify(config),
    verifiedAt: isVerified ? createdAt : null,
    refusals: 0,
    createdAt,
  });
  return toChannel(made, languageOf(work, memberId));
}

export function updateChannel(work: Work, memberId: string, id: string, { isOn, ...patch }: ChannelPatch): Channel {
  const row = ownRow(work, memberId, id);
  const isTurned = isOn !== undefined && isOn !== (row.offReason === null);
  const written = channels.update(work, row, { ...patch, ...(isTurned && toggledFields(row, isOn)) });
  return toChannel(written, languageOf(work, memberId));
}

/**
 * Returns the fields to store when a channel is turned on or off. A channel that never worked keeps its count of
 * refusals, so that it is deleted when the limit is reached.
 */
function toggledFields({ okAt, refusals }: ChannelRow, isOn: boolean) {
  if (!isOn) return { offReason: reasons.turnedOff };
  return { offReason: null, failingSince: null, refusals: okAt === null ? refusals : 0 };
}

export function deleteChannel(work: Work, memberId: string, id: string): { id: string; deleted: true } {
  ownRow(work, memberId, id);
  channels.remove(work, id);
  return { id, deleted: true };
}

/** Creates and stores the code that verifies a mail address. @throws ApiError 404 if the member has no such channel */
export function createCode(work: Work, memberId: string, id: string): string {
  const row = ownRow(work, memberId, id);
  const config = mailConfigOf(row);
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  const code = String(number % 1_000_000).padStart(6, "0");
  const expiresAt = new Date(work.now.getTime() + codeMs).toISOString();
  saveMail(work, row, { ...config, code: { hash: hashOf(id, code), expiresAt, tries: 0 } }, null);
  return code;
}

/** Whether the code is correct. Counts the attempts, so commit the transaction even if this returns false. */
export function verifyAddress(work: Work, memberId: string, id: string, given: string): boolean {
  const row = ownRow(work, memberId, id);
  if (row.kind !== "mail") return false;
  if (row.verifiedAt !== null) return true;
  const config = mailConfigOf(row);
  const { code } = config;
  if (!code || code.tries >= maxTries || code.expiresAt <= work.now.toISOString()) return false;
  const isRight = code.hash === hashOf(id, given);
  const next = isRight ? null : { ...code, tries: code.tries + 1 };
  saveMail(work, row, { ...config, code: next }, isRight ? work.now.toISOString() : null);
  return isRight;
}

/** Turns a channel off by a link in its mail. Does nothing if the channel is off already, or was deleted. */
export function turnOffByMail(scope: HouseholdScope, id: string): void {
  const row = channels.find(scope, id);
  if (row?.kind !== "mail" || row.offReason !== null) return;
  channels.update(scope, row, { offReason: reasons.turnedOffInMail });
}

export function recordSuccess(scope: TimedScope, id: string): void {
  markOk(scope, { id, okAt: scope.now.toISOString() });
}

/** Records that a message could not be sent because of a temporary error. */
export function recordFailure(scope: TimedScope, id: string): void {
  markFailing(scope, { id, now: scope.now.toISOString() });
}

/**
 * Counts a message that the receiving service refused. Returns `off` if this refusal turned the channel off, so that
 * the member can be notified; `deleted` if the channel no longer exists; otherwise `kept`.
 */
export function recordRefusal(scope: TimedScope, id: string, reason: string): "kept" | "off" | "deleted" {
  const row = channels.find(scope, id);
  if (!row) return "deleted";
  const refusals = row.refusals + 1;
  if (row.kind === "push" && row.okAt === null && refusals >= maxFutileRefusals) {
    channels.remove(scope, id);
    return "deleted";
  }
  const isOff = row.offReason === null && refusals % maxRefusals === 0;
  channels.update(scope, row, {
    refusals,
    offReason: isOff ? reason : row.offReason,
    failingSince: row.failingSince ?? scope.now.toISOString(),
  });
  return isOff ? "off" : "kept";
}

/** Deletes a channel whose address the receiving service no longer knows. */
export const deleteGoneChannel = (scope: HouseholdScope, id: string) => channels.remove(scope, id);

export const deleteChannelsOf = (scope: HouseholdScope, memberId: string) => removeOfMember(scope, { memberId });

/** Deletes the push channels of a member who can no longer sign in: the member's browsers must not show reminders. */
export const deletePushOf = (scope: HouseholdScope, memberId: string) => removePushOfMember(scope, { memberId });

export function languageOf(scope: HouseholdScope, memberId: string): Language {
  return findLanguage(scope, memberId) ?? "en";
}

/** Returns the member's language, or null if the member has never used the app. */
export function findLanguage(scope: HouseholdScope, memberId: string): Language | null {
  return languageOfMember.get(scope, { memberId })?.language ?? null;
}

function ownRow(scope: HouseholdScope, memberId: string, id: string): ChannelRow {
  const row = channels.find(scope, id);
  if (row?.memberId !== memberId) throw notFound("Channel");
  return row;
}

function saveMail(work: Work, row: ChannelRow, config: MailConfig, verifiedAt: string | null): void {
  channels.update(work, row, { config: JSON.stringify(config), verifiedAt });
}

function mailConfigOf({ kind, config }: ChannelRow): MailConfig {
  if (kind !== "mail") throw notFound("Channel");
  return JSON.parse(config);
}

/** Hashes a verification code with the channel's id as the salt. */
function hashOf(id: string, code: string): string {
  return Bun.SHA256.hash(`${id} ${code}`, "hex");
}

function tooManyChannels() {
  return limitReached(`At most ${maxChannels} channels`);
}

function toSendable(row: ChannelRow): SendableChannel {
  const { label, details } = row;
  const state = stateOf(row);
  return { channel: toStored(row), label, details, state, isOpen: state === "on" || state === "failing" };
}

function toStored({ id, memberId, kind, config }: Pick<ChannelRow, "id" | "memberId" | "kind" | "config">) {
  return { id, memberId, kind, config: JSON.parse(config) } as StoredChannel;
}

function toChannel(row: ChannelRow, language: Language): Channel {
  const { id, label, details, createdAt, okAt: lastSentAt, offReason } = row;
  const { channel: stored, state } = toSendable(row);
  const isNtfy = stored.kind === "ntfy";
  return {
    id,
    kind: stored.kind,
    label,
    details,
    createdAt,
    lastSentAt,
    reason: offReason === null ? null : translateReason(offReason, language),
    address: addressOf(stored),
    state,
    subscribeUrl: isNtfy ? `${stored.config.server}/${stored.config.topic}` : null,
  };
}

function stateOf({ offReason, verifiedAt, failingSince }: ChannelRow): Channel["state"] {
  if (offReason !== null) return "off";
  if (verifiedAt === null) return "unverified";
  return failingSince === null ? "on" : "failing";
}

function addressOf({ kind, config }: StoredChannel): string {
  if (kind === "mail") return config.address;
  if (kind === "push") return new URL(config.endpoint).host;
  return kind === "ntfy" ? new URL(config.server).host : "Apprise";
}
