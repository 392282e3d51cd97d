import type { ComponentProps, JSX } from "preact";

type Signal = { peek(): unknown };
/** Preact's types allow a role only beside certain types of input, which a component that passes both on cannot keep. */
type Passed<Tag, Name> = Tag extends "input" | "select" ? Exclude<Name, "role"> : Name;

/** The props of a native element, without the signals that Preact's types allow in place of most values. */
export type ElementProps<Tag extends keyof JSX.IntrinsicElements> = {
  [Name in keyof ComponentProps<Tag> as Passed<Tag, Name>]: Exclude<ComponentProps<Tag>[Name], Signal>;
};
