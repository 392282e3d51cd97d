import { yieldToEventLoop } from "#lib/concurrency.ts";
import { childOf, dav, isNamed, nameOf, type Parts, type XmlElement, type XmlName } from "#lib/xml/xml.ts";
import type { AppContext } from "#platform/http/request-context.ts";
import type { Work } from "#platform/work.ts";
import { type Collection, collectionsOf } from "./data/collections.ts";
import { Renderer } from "./data/rendering.ts";
import { headsOf, type ResourceHead } from "./data/resources.store.ts";
import { listStoredProperties } from "./data/stored-properties.store.ts";
import { currentState, writeToken } from "./data/sync.store.ts";
import type { EntityTags, HeavyCall, TextSummary } from "./data/texts.ts";
import { DavError } from "./errors.ts";
import { foundResponse, multistatus, multistatusParts } from "./multistatus.ts";
import { hrefOf, type Place } from "./paths.ts";
import {
  type CalendarState,
  type RequestedProperties,
  select,
  valuesOf,
  valuesOfCalendar,
  valuesOfResource,
} from "./properties.ts";

const maxLightHeads = 2_000;

export type DavRequest = HeavyCall & {
  readonly tags: EntityTags;
  /** Whether the response leaves out properties that were not found. */
  readonly isMinimal: boolean;
};

export function readPropfind(root: XmlElement | null): RequestedProperties {
  if (!root) return { kind: "all", names: [] };
  if (!isNamed(root, dav, "propfind")) throw new DavError(400, null);
  const prop = childOf(root, dav, "prop");
  const wanted = [prop, childOf(root, dav, "propname"), childOf(root, dav, "allprop")].filter(Boolean);
  if (wanted.length !== 1) throw new DavError(400, null);
  if (prop) return { kind: "some", names: namesIn(prop) };
  if (childOf(root, dav, "propname")) return { kind: "names" };
  const include = childOf(root, dav, "include");
  return { kind: "all", names: include ? namesIn(include) : [] };
}

export const maxNames = 100;

export function namesIn(prop: XmlElement): XmlName[] {
  const names = new Map(prop.children.map(({ uri, local }) => [nameOf({ uri, local }), { uri, local }]));
  if (names.size > maxNames) throw new DavError(400, null);
  return [...names.values()];
}

function stateOf(work: Work, key: string, hash: string): CalendarState {
  const state = currentState(work, key, hash);
  return { ctag: `${state.epoch}-${state.seq}-${state.hash}`, syncToken: writeToken(state) };
}

/** Handles PROPFIND. @throws DavError 403, 404 */
export async function propfind(
  reader: DavRequest,
  place: Place,
  depth: "0" | "1",
  requested: RequestedProperties,
): Promise<Parts> {
  const { call, isMinimal } = reader;
  const { subject, collections, hash, states } = call.read((work) => {
    const { caller } = call;
    const collections = collectionsOf(work, caller);
    const { hash } = new Renderer(work);
    const isAll = place.kind === "home" && depth === "1";
    const shown = collections.filter((each) => isAll || isAt(each, place));
    const states = new Map(shown.map(({ key }) => [key, stateOf(work, key, hash)]));
    const subject = { caller, timeZone: work.timeZone, stored: listStoredProperties(work, caller.id) };
    return { subject, collections, hash, states };
  });
  const { id: memberId } = call.caller.member;
  const responses: string[] = [];
  const add = (at: Place, values: Map<string, string>) => {
    responses.push(foundResponse(hrefOf(at), select(values, requested), isMinimal));
  };
  const addCalendar = (collection: Collection) => {
    const { key } = collection;
    const state = states.get(key);
    if (state) add({ kind: "calendar", memberId, key }, valuesOfCalendar(collection, state, subject));
  };
  if (place.kind === "root" || place.kind === "principal" || place.kind === "home") {
    add(place, valuesOf(place, subject));
    if (depth === "0") return [multistatus(responses)];
    if (place.kind === "home") for (const each of collections) addCalendar(each);
    else {
      const child = { kind: place.kind === "root" ? "principal" : "home", memberId } as const;
      add(child, valuesOf(child, subject));
    }
    return [multistatus(responses)];
  }
  const collection = collections.find((each) => isAt(each, place));
  if (!collection) throw new DavError(404, null);
  if (place.kind === "calendar") {
    addCalendar(collection);
    if (depth === "0") return [multistatus(responses)];
  }
  const { key } = collection;
  const wanted = place.kind === "resource" ? place.name : null;
  const heads = call.read((work) => headsOf(work, key)).filter(({ name }) => wanted === null || name === wanted);
  if (heads.length > maxLightHeads) await reader.permit.acquire();
  const summaries = await reader.tags.summariesOf(reader, key, hash, heads);
  if (wanted !== null && summaries.size === 0) throw new DavError(404, null);
  const responsesOf = async function* () {
    yield* responses;
    yield* headResponses(reader, collection, requested, heads, summaries);
  };
  return multistatusParts(responsesOf());
}

/** Yields the responses for resources of a calendar. Leaves out resources without a summary. */
export async function* headResponses(
  { call, isMinimal }: DavRequest,
  { key, isReadOnly }: Collection,
  requested: RequestedProperties,
  heads: readonly ResourceHead[],
  summaries: ReadonlyMap<string, TextSummary>,
): AsyncGenerator<string> {
  const { id: memberId } = call.caller.member;
  for (const { name, modifiedAt, isMasked } of heads) {
    await yieldToEventLoop();
    const summary = summaries.get(name);
    if (!summary) continue;
    const values = valuesOfResource({ ...summary, modifiedAt }, isReadOnly || isMasked, memberId);
    yield foundResponse(hrefOf({ kind: "resource", memberId, key, name }), select(values, requested), isMinimal);
  }
}

function isAt({ key }: Collection, place: Place): boolean {
  return (place.kind === "calendar" || place.kind === "resource") && place.key === key;
}

/** Requires an address of the caller. Treats the addresses of other members as unknown. @throws DavError 404 */
export function requireOwnPlace(place: Place, { caller }: AppContext): void {
  if (place.kind !== "root" && place.memberId !== caller.member.id) throw new DavError(404, null);
}
