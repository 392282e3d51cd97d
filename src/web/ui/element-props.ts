import type { ComponentProps, JSX } from "preact";

type Signal = { peek(): unknown };
/**
 * Names of the properties that a component passes on. Preact allows a role only on certain types of input, and a
 * wrapper component loses that type.
 */
type Passed<Tag, Name> = Tag extends "input" | "select" ? Exclude<Name, "role"> : Name;

/** Properties of an element. Leaves out the signals that Preact's types allow as values. */
export type ElementProps<Tag extends keyof JSX.IntrinsicElements> = {
  [Name in keyof ComponentProps<Tag> as Passed<Tag, Name>]: Exclude<ComponentProps<Tag>[Name], Signal>;
};
