/** Finds the ids in a sample call, so that a test can replace each by an id of another household. */
import type { Sample } from "./operations.ts";

/** One place in a call where an id is, with functions that read and replace the id. */
export type Place = { get(from: Sample): string | undefined; set(into: Sample, id: string): Sample };

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Returns every place in a call where an id is: in the path, anywhere in the body, and in optional parameters of the
 * query.
 */
export function idPlaces({ path, body }: Sample, queryIds: readonly string[]): Place[] {
  const inPath = [...path.matchAll(uuid)].map((_, index): Place => {
    const found = (from: Sample) => [...from.path.matchAll(uuid)][index];
    return {
      get: (from) => found(from)?.[0],
      set(into, id) {
        const at = found(into)?.index ?? 0;
        return { ...into, path: into.path.slice(0, at) + id + into.path.slice(at + id.length) };
      },
    };
  });
  const inQuery = queryIds.map(
    (name): Place => ({
      get: () => undefined,
      set: (into, id) => ({ ...into, path: `${into.path}${into.path.includes("?") ? "&" : "?"}${name}=${id}` }),
    }),
  );
  return [...inPath, ...inQuery, ...placesIn(body ?? {}, [])];
}

function placesIn(value: unknown, keys: string[]): Place[] {
  if (typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) {
    const last = keys.at(-1) ?? "";
    const holder = (from: Sample) =>
      keys.slice(0, -1).reduce<any>((inside, key) => inside?.[key], from.body) as Record<string, string> | undefined;
    return [
      {
        get: (from) => holder(from)?.[last],
        set(into, id) {
          const inside = holder(into);
          if (inside) inside[last] = id;
          return into;
        },
      },
    ];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...keys, key]));
}
