/** Makes a value when it is first asked for, and keeps it. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
