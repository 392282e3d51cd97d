import { createShared } from "#web/lib/shared.ts";

/**
 * Returns the value that `create` makes. Calls each function `create` only once, so that all modules and components of
 * this page share the value.
 */
export const shared = createShared();

/**
 * Returns a function that returns a value of this page. All modules of the page share this value. `create` makes the
 * value when the returned function is called for the first time.
 */
export const pageValue =
  <Value>(create: () => Value) =>
  (): Value =>
    shared(create);
