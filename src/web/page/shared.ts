import { createShared } from "#web/lib/shared.ts";

/** Values that the parts of this page share. */
export const shared = createShared();

/**
 * Returns a function that returns a value of this page. All modules of the page share the value. `create` makes the
 * value when it is first needed.
 */
export const pageValue =
  <Value>(create: () => Value) =>
  (): Value =>
    shared(create);
