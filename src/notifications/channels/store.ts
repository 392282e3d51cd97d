/** No revision and no entry in the feed: a channel concerns one member. */
import { limitReached, notFound } from "#lib/errors.ts";
import { minute } from "#lib/time.ts";
import type { Work } from "#platform/work.ts";
import type { Details, Language } from "../notices/notice.ts";
import type { ChannelConfigs, ChannelKind, MailConfig, PushConfig, StoredChannel } from "./config.ts";
import type { Channel } from "./model.ts";
import { reasons, wordReason } from "./reasons.ts";
import {
  type ChannelRow,
  changeChannel,
  changeConfig,
  channelByEndpoint,
  channelById,
  channelsOfMember,
  insertChannel,
  languageOfMember,
  markFailing,
  markOk,
  openChannels,
  relabel,
  removeChannel,
  removeChannelsOfMember,
  removePushOfMember,
  renewPush,
} from "./rows.store.ts";

/** The sender has no `Work`. */
type Place = Pick<Work, "db" | "householdId">;
type TimedPlace = Pick<Work, "db" | "householdId" | "now">;

const maxChannels = 10;
/** In a row, until a channel is off. */
const maxRefusals = 10;
/** In a row, until a push channel that never worked is deleted. */
const maxFutileRefusals = 20;
const codeMs = 10 * minute;
const maxTries = 5;

/** Reasons are in the member's language. */
export function listChannels(place: Place, memberId: string): Channel[] {
  const { db, householdId } = place;
  const language = languageOf(place, memberId);
  return channelsOfMember.all(db, { householdId, memberId }).map((row) => toChannel(row, language));
}

/** Proven and on, of all members. */
export function listOpenChannels({ db, householdId }: Place): StoredChannel[] {
  return openChannels.all(db, { householdId }).map(toStored);
}

export function membersWithChannel(place: Place): ReadonlySet<string> {
  return new Set(listOpenChannels(place).map(({ memberId }) => memberId));
}

export type SendableChannel = {
  readonly channel: StoredChannel;
  readonly label: string;
  readonly state: Channel["state"];
  /** Null: the member's preference. */
  readonly details: Details | null;
  readonly isOpen: boolean;
};

export function findChannel({ db, householdId }: Place, id: string): SendableChannel | null {
  const row = channelById.get(db, { householdId, id });
  return row && toSendable(row);
}

/** @throws ApiError 404 also for another member's channel. */
export function requireOwnChannel(place: Place, memberId: string, id: string): SendableChannel {
  return toSendable(ownRow(place, memberId, id));
}

/** @throws ApiError 404. */
export function readChannel(place: Place, memberId: string, id: string): Channel {
  return toChannel(ownRow(place, memberId, id), languageOf(place, memberId));
}

export type NewPush = { readonly config: PushConfig; readonly label: string; readonly isLabelGiven: boolean };

/**
 * The same subscription changes nothing; another member's moves. Needs a transaction.
 * @throws ApiError 422 if the member has ten channels and none is for push.
 */
export function putPush(work: Work, memberId: string, { config, label, isLabelGiven }: NewPush): Channel {
  const { db, householdId } = work;
  const hash = Bun.SHA256.hash(config.endpoint, "hex");
  const known = channelByEndpoint.get(db, { hash });
  if (known && known.householdId === householdId && known.memberId === memberId) {
    const { id } = known;
    const text = JSON.stringify(config);
    const former = ownRow(work, memberId, id);
    if (known.config !== text)
      renewPush(db, { householdId, id, config: text, label: isLabelGiven ? label : former.label });
    else if (isLabelGiven && former.label !== label) relabel(db, { householdId, id, label });
    return readChannel(work, memberId, id);
  }
  if (known) removeChannel(db, { householdId: known.householdId, id: known.id });
  makeRoomForPush(work, memberId);
  return insert(work, memberId, { kind: "push", label, config, details: null, isProven: true }, hash);
}

/** Replaces the least recently used one: browsers forget subscriptions silently. */
function makeRoomForPush({ db, householdId }: Work, memberId: string): void {
  const rows = channelsOfMember.all(db, { householdId, memberId });
  if (rows.length < maxChannels) return;
  const usedAt = ({ okAt, createdAt }: ChannelRow) => okAt ?? createdAt;
  const [oldest] = rows
    .filter(({ kind }) => kind === "push")
    .sort((one, other) => (usedAt(one) < usedAt(other) ? -1 : 1));
  if (!oldest) throw tooMany();
  removeChannel(db, { householdId, id: oldest.id });
}

export type NewChannelRow = {
  [Kind in ChannelKind]: {
    readonly kind: Kind;
    readonly label: string;
    readonly config: ChannelConfigs[Kind];
    readonly details: Details | null;
    readonly isProven: boolean;
    /** If the configuration contains it. */
    readonly id?: string;
  };
}[ChannelKind];

/** Needs a transaction. @throws ApiError 422 for the eleventh. */
export function addChannel(work: Work, memberId: string, row: NewChannelRow): Channel {
  const { db, householdId } = work;
  if (channelsOfMember.all(db, { householdId, memberId }).length >= maxChannels) throw tooMany();
  return insert(work, memberId, row, null);
}

function insert(work: Work, memberId: string, row: NewChannelRow, endpointHash: string | null): Channel {
  const { db, householdId } = work;
  const now = work.now.toISOString();
  const { id = Bun.randomUUIDv7("hex", work.now), kind, label, details, isProven } = row;
  insertChannel(db, {
    id,
    householdId,
    memberId,
    kind,
    label,
    endpointHash,
    details,
    config: JSON.stringify(row.config),
    verifiedAt: isProven ? now : null,
    createdAt: now,
  });
  return readChannel(work, memberId, id);
}

export type ChannelChange = { readonly label?: string; readonly details?: Details | null; readonly isOn?: boolean };

/** @throws ApiError 404. */
export function updateChannel(work: Work, memberId: string, id: string, change: ChannelChange): Channel {
  const row = ownRow(work, memberId, id);
  const { label = row.label, details = row.details, isOn } = change;
  const turned = isOn === undefined || isOn === (row.offReason === null) ? {} : switched(row, isOn);
  const { offReason, refusals, failingSince } = { ...row, ...turned };
  const { db, householdId } = work;
  changeChannel(db, { householdId, id, label, details, offReason, refusals, failingSince });
  return readChannel(work, memberId, id);
}

/** A channel that never worked keeps its count, to be deleted in the end. */
function switched({ okAt, refusals }: ChannelRow, isOn: boolean) {
  if (!isOn) return { offReason: reasons.turnedOff };
  return { offReason: null, failingSince: null, refusals: okAt === null ? refusals : 0 };
}

/** @throws ApiError 404. */
export function deleteChannel(work: Work, memberId: string, id: string): { id: string; deleted: true } {
  ownRow(work, memberId, id);
  removeChannel(work.db, { householdId: work.householdId, id });
  return { id, deleted: true };
}

/** For an unproven mail address. @throws ApiError 404. */
export function startCode(work: Work, memberId: string, id: string): string {
  const config = mailConfigOf(ownRow(work, memberId, id));
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  const code = String(number % 1_000_000).padStart(6, "0");
  const expiresAt = new Date(work.now.getTime() + codeMs).toISOString();
  saveMail(work, id, { ...config, code: { hash: hashOf(id, code), expiresAt, tries: 0 } }, null);
  return code;
}

/** Counts the tries, so commit even if it returns false. @throws ApiError 404. */
export function proveAddress(work: Work, memberId: string, id: string, given: string): boolean {
  const row = ownRow(work, memberId, id);
  if (row.kind !== "mail") return false;
  if (row.verifiedAt !== null) return true;
  const config = mailConfigOf(row);
  const { code } = config;
  if (!code || code.tries >= maxTries || code.expiresAt <= work.now.toISOString()) return false;
  const isRight = code.hash === hashOf(id, given);
  const next = isRight ? null : { ...code, tries: code.tries + 1 };
  saveMail(work, id, { ...config, code: next }, isRight ? work.now.toISOString() : null);
  return isRight;
}

/** Idempotent, also after the channel was deleted. */
export function turnOffByMail({ db, householdId }: Place, id: string): void {
  const row = channelById.get(db, { householdId, id });
  if (row?.kind !== "mail" || row.offReason !== null) return;
  changeChannel(db, { ...row, householdId, offReason: reasons.turnedOffInMail });
}

export function noteOk({ db, householdId, now }: TimedPlace, id: string): void {
  markOk(db, { householdId, id, okAt: now.toISOString() });
}

/** A passing fault. */
export function noteFailing({ db, householdId, now }: TimedPlace, id: string): void {
  markFailing(db, { householdId, id, now: now.toISOString() });
}

/** `off`: just now, so that its member can be told. */
export function noteRefusal(
  { db, householdId, now }: TimedPlace,
  id: string,
  reason: string,
): "kept" | "off" | "deleted" {
  const row = channelById.get(db, { householdId, id });
  if (!row) return "deleted";
  const refusals = row.refusals + 1;
  if (row.kind === "push" && row.okAt === null && refusals >= maxFutileRefusals) {
    removeChannel(db, { householdId, id });
    return "deleted";
  }
  const isOff = row.offReason === null && refusals % maxRefusals === 0;
  changeChannel(db, {
    ...row,
    householdId,
    refusals,
    offReason: isOff ? reason : row.offReason,
    failingSince: row.failingSince ?? now.toISOString(),
  });
  return isOff ? "off" : "kept";
}

/** The receiver does not know the address. */
export function noteGone({ db, householdId }: Place, id: string): void {
  removeChannel(db, { householdId, id });
}

export function deleteChannelsOf({ db, householdId }: Place, memberId: string): void {
  removeChannelsOfMember(db, { householdId, memberId });
}

/** Without a sign-in, their browsers must not show reminders. */
export function deletePushOf({ db, householdId }: Place, memberId: string): void {
  removePushOfMember(db, { householdId, memberId });
}

export function languageOf(place: Place, memberId: string): Language {
  return findLanguage(place, memberId) ?? "en";
}

/** Null until the member uses the app. */
export function findLanguage({ db, householdId }: Place, memberId: string): Language | null {
  return languageOfMember.get(db, { householdId, memberId })?.language ?? null;
}

function ownRow({ db, householdId }: Place, memberId: string, id: string): ChannelRow {
  const row = channelById.get(db, { householdId, id });
  if (row?.memberId !== memberId) throw notFound("Channel");
  return row;
}

function saveMail({ db, householdId }: Work, id: string, config: MailConfig, verifiedAt: string | null): void {
  changeConfig(db, { householdId, id, config: JSON.stringify(config), verifiedAt });
}

function mailConfigOf({ kind, config }: ChannelRow): MailConfig {
  if (kind !== "mail") throw notFound("Channel");
  return JSON.parse(config);
}

/** The id is the salt. */
function hashOf(id: string, code: string): string {
  return Bun.SHA256.hash(`${id} ${code}`, "hex");
}

function tooMany() {
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
    reason: offReason === null ? null : wordReason(offReason, language),
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
