import type { ComponentProps, JSX } from "preact";

type Signal = { peek(): unknown };
/**
 * Leaves out the property `role` if the element is an input or a select. Preact's types allow a role only for certain
 * types of input, and a wrapper component does not know the type of its input.
 */
type Passed<Tag, Name> = Tag extends "input" | "select" ? Exclude<Name, "role"> : Name;

/**
 * Properties that a component passes on to an element. The values cannot be signals, although Preact's own types allow
 * signals.
 */
export type ElementProps<Tag extends keyof JSX.IntrinsicElements> = {
  [Name in keyof ComponentProps<Tag> as Passed<Tag, Name>]: Exclude<ComponentProps<Tag>[Name], Signal>;
};
