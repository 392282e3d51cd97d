/**
 * Returns a function that calls `create` only once for each key, and afterwards returns the cached value. All callers
 * of the returned function share the cache. So `create` must be pure: the same key must always give an equal value.
 */
export function memoize<Key, Value>(create: (key: Key) => Value): (key: Key) => Value {
  return cachedIn(new Map<Key, Value>(), create);
}

/**
 * Returns a function that calls `create` only once for each object. The objects must never change. A cached value is
 * deleted together with its object.
 */
export function memoizeByObject<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  return cachedIn(new WeakMap<Key, Value>(), create);
}

type Values<Key, Value> = { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown };

function cachedIn<Key, Value>(values: Values<Key, Value>, create: (key: Key) => Value): (key: Key) => Value {
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = create(key);
    values.set(key, value);
    return value;
  };
}
