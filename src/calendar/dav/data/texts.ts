/** Renders a few resources at a time, and caches the entity tags. */

import { BoundedCache } from "#lib/bounded-cache.ts";
import { GarbageCollector, runSteps, yieldToEventLoop } from "#lib/concurrency.ts";
import type { AppContext } from "#platform/http/request-context.ts";
import { type HeavyWorkPermit, partsOf } from "../../calendars/heavy-work.ts";
import { Renderer } from "./rendering.ts";
import { type Resource, type ResourceHead, readResources, sizesOf } from "./resources.store.ts";

const perRead = 50;
const bytesPerRead = 512 * 1_024;
const maxCached = 2;
const namesPerQuery = 200;
const maxLightBytes = 256 * 1_024;
const maxTags = 50_000;
const tagLength = 20;

type RenderedResource = { readonly resource: Resource; readonly text: string };

/** Entity tag and length in bytes of a rendered text. */
export type TextSummary = { readonly tag: string; readonly length: number };

/** Returns the entity tag of a text: a hash of 80 bits, with quotes. */
export function tagOf(text: string): string {
  return `"${Bun.SHA256.hash(text, "hex").slice(0, tagLength)}"`;
}

/** Yields texts in the order of the names. Skips names without a resource. @throws ApiError 429 */
export async function* textsOf(
  { call, permit }: HeavyCall,
  calendar: string,
  names: readonly string[],
): AsyncGenerator<RenderedResource> {
  const garbage = new GarbageCollector();
  let bytes = 0;
  for (let at = 0; at < names.length; at += namesPerQuery) {
    await yieldToEventLoop();
    const some = names.slice(at, at + namesPerQuery);
    const sizes = call.read((work) => sizesOf(work, calendar, some));
    bytes += sizes.values().reduce((sum, each) => sum + each, 0);
    if (names.length > namesPerQuery || bytes > maxLightBytes) await permit.acquire();
    for (const slice of partsOf(some, perRead, bytesPerRead, (name) => sizes.get(name) ?? 0)) {
      await yieldToEventLoop();
      const { renderer, resources } = call.read((work) => ({
        renderer: new Renderer(work),
        resources: readResources(work, calendar, slice),
      }));
      for (const name of slice) {
        const resource = resources.get(name);
        if (!resource) continue;
        await yieldToEventLoop();
        const text = await runSteps(renderer.textOf(resource));
        await yieldToEventLoop();
        yield { resource, text };
        await garbage.add(text.length);
      }
    }
  }
}

export type HeavyCall = { readonly call: AppContext; readonly permit: HeavyWorkPermit };

type CachedText = { readonly hash: string; readonly resource: Resource; readonly text: string };

export class TextCache {
  readonly #texts: CachedText[] = [];

  *textOf(renderer: Renderer, resource: Resource): Generator<void, string> {
    const isSame = (seen: CachedText) =>
      seen.hash === renderer.hash && Bun.deepEquals(stateOf(seen.resource), stateOf(resource));
    const known = this.#texts.find(isSame);
    if (known) return known.text;
    const text = yield* renderer.textOf(resource);
    if (this.#texts.length === maxCached) this.#texts.shift();
    this.#texts.push({ hash: renderer.hash, resource, text });
    return text;
  }
}

function stateOf({ calendar, name, events, object }: Resource) {
  return { calendar, name, object, rows: events.map(({ row }) => row) };
}

export class EntityTags {
  readonly #known = new BoundedCache<string, TextSummary>({ eviction: "lru", maxSize: maxTags });

  /**
   * Returns the entity tags and the lengths of texts by resource name. `hash` is the renderer's hash. The result lacks
   * resources that are deleted during the call.
   */
  async summariesOf(
    heavy: HeavyCall,
    calendar: string,
    hash: string,
    heads: readonly ResourceHead[],
  ): Promise<Map<string, TextSummary>> {
    const { householdId } = heavy.call.caller;
    const keyOf = ({ name, seq, isMasked }: ResourceHead) =>
      `${householdId} ${calendar} ${seq} ${hash} ${isMasked ? "masked" : ""} ${name}`;
    const found = new Map<string, TextSummary>();
    const missing = new Map<string, ResourceHead>();
    for (const head of heads) {
      const known = this.#known.get(keyOf(head));
      if (known === undefined) missing.set(head.name, head);
      else found.set(head.name, known);
    }
    for await (const { resource, text } of textsOf(heavy, calendar, [...missing.keys()])) {
      const summary = { tag: tagOf(text), length: Buffer.byteLength(text) };
      const head = missing.get(resource.name);
      if (head) this.#known.set(keyOf(head), summary);
      found.set(resource.name, summary);
    }
    return found;
  }
}
