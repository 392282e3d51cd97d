import { createContext } from "preact";
import { useContext } from "preact/hooks";

/**
 * Returns the value that `create` makes. Calls each function `create` only once and keeps its value, so that all
 * modules of a page share one value.
 */
export type Shared = <Value>(create: () => Value) => Value;

/**
 * Creates the function that returns the shared values of one page. A value is created when it is first needed, so that
 * the code that creates it is loaded only with the screens that need it.
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
 * Returns the value that `create` makes, which all components of the page share.
 * @throws Error if there is no {@link SharedContext} around the component
 */
export function useShared<Value>(create: () => Value): Value {
  const shared = useContext(SharedContext);
  if (!shared) throw new Error("The component needs the shared values of a page");
  return shared(create);
}
