import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** Returns what `create` makes. Calls `create` only the first time, so that all of a page share one value. */
export type Shared = <Value>(create: () => Value) => Value;

/**
 * Creates the values that the parts of one page share. A value is created when it is first needed, and so the code that
 * creates it is loaded only with the screens that need it.
 */
export function createShared(): Shared {
  const values = new Map<() => unknown, unknown>();
  return <Value>(create: () => Value): Value => {
    if (!values.has(create)) values.set(create, create());
    return values.get(create) as Value;
  };
}

export const SharedContext = createContext<Shared | null>(null);

/**
 * Returns the value of this page that `create` makes.
 * @throws Error if there is no {@link SharedContext} around the component
 */
export function useShared<Value>(create: () => Value): Value {
  const shared = useContext(SharedContext);
  if (!shared) throw new Error("The component needs the shared values of a page");
  return shared(create);
}
