import { useRef } from "preact/hooks";

export type OpenRecord<Value> = { readonly value: Value; readonly isDeleted: boolean };

/**
 * The record of an open sheet, as it is now. After its deletion it stays as it was, so that a sheet keeps what was typed.
 * Null: there was none since the sheet opened. `key` is null while no sheet is open.
 */
export function useOpenRecord<Value>(key: string | null, found: Value | null | undefined): OpenRecord<Value> | null {
  const last = useRef<{ readonly key: string; readonly value: Value } | null>(null);
  if (key === null) last.current = null;
  else if (found) last.current = { key, value: found };
  return last.current?.key === key ? { value: last.current.value, isDeleted: !found } : null;
}

/** The record as a draft without changes. */
export function edited<Value, Draft>(record: OpenRecord<Value>, draftOf: (value: Value) => Draft): OpenRecord<Draft> {
  return { value: draftOf(record.value), isDeleted: record.isDeleted };
}
