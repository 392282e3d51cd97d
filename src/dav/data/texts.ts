/** Renders resources a few at a time, so that others need not wait, and remembers their entity tags. */
import type { AppContext } from "../../http/request-context.ts";
import { BoundedCache } from "../../lib/bounded-cache.ts";
import { yieldToEventLoop } from "../../lib/concurrency.ts";
import { Renderer } from "./rendering.ts";
import { type Head, type Resource, readResources } from "./resources.store.ts";

const perRead = 50;
const maxTags = 50_000;
const tagLength = 20;

export type Text = { readonly resource: Resource; readonly text: string };

/** What a listing says of a text. `length`: in bytes. */
export type Summary = { readonly tag: string; readonly length: number };

/** 80 bits, with quotes. */
export function tagOf(text: string): string {
  return `"${Bun.SHA256.hash(text, "hex").slice(0, tagLength)}"`;
}

/** Unknown names are left out. */
export async function* textsOf(call: AppContext, calendar: string, names: readonly string[]): AsyncGenerator<Text> {
  for (let at = 0; at < names.length; at += perRead) {
    await yieldToEventLoop();
    const { renderer, resources } = call.read((work) => ({
      renderer: new Renderer(work),
      resources: readResources(work, calendar, names.slice(at, at + perRead)),
    }));
    for (const resource of resources.values()) {
      await yieldToEventLoop();
      const text = renderer.textOf(resource);
      await yieldToEventLoop();
      yield { resource, text };
    }
  }
}

export class EntityTags {
  readonly #known = new BoundedCache<string, Summary>({ eviction: "lru", maxSize: maxTags });

  /** `hash`: of the renderer. Resources that were deleted in between are missing. */
  async summariesOf(
    call: AppContext,
    calendar: string,
    hash: string,
    heads: readonly Head[],
  ): Promise<Map<string, Summary>> {
    const { householdId } = call.caller;
    const keyOf = ({ name, seq }: Head) => `${householdId} ${calendar} ${seq} ${hash} ${name}`;
    const found = new Map<string, Summary>();
    const missing = new Map<string, Head>();
    for (const head of heads) {
      const known = this.#known.get(keyOf(head));
      if (known === undefined) missing.set(head.name, head);
      else found.set(head.name, known);
    }
    for await (const { resource, text } of textsOf(call, calendar, [...missing.keys()])) {
      const summary = { tag: tagOf(text), length: Buffer.byteLength(text) };
      const head = missing.get(resource.name);
      if (head) this.#known.set(keyOf(head), summary);
      found.set(resource.name, summary);
    }
    return found;
  }
}
