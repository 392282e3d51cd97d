import { shared } from "#web/page/shared.ts";
import { realIds } from "#web/page/sync.ts";

/**
 * Creates a function that takes the server's id of a record, and returns the provisional id if the record was created
 * on this page.
 */
function createProvisionalIds() {
  let provisionalIds = new Map<string, string>();
  let cachedCount = 0;
  return (id: string): string | undefined => {
    if (realIds.size !== cachedCount) {
      provisionalIds = new Map([...realIds].map(([provisional, real]) => [real, provisional]));
      cachedCount = realIds.size;
    }
    return provisionalIds.get(id);
  };
}

/**
 * Returns the key with which components render the record `id`. If this app created the record and still knows its
 * provisional id, the key is the provisional id, even after the server has given the record its own id. A changed key
 * would make Preact create the component again. Otherwise, the key is `id`.
 */
export function renderKey(id: string): string {
  return shared(createProvisionalIds)(id) ?? id;
}

/** Returns the server's id of a record. Returns the provisional id until the server has responded. */
export function realIdOf(id: string): string {
  return realIds.get(id) ?? id;
}
