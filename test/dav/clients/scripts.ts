/** Scripts of requests: a program, what it does, the requests in its order, and whether it may write. */
import type { Step } from "./requests.ts";
import { evolutionScripts, otherScripts, thunderbirdScripts } from "./scripts-computers.ts";
import { appleScripts, davx5Scripts } from "./scripts-phones.ts";
import type { Program } from "./stage.ts";

export type Script = readonly [program: Program, does: string, steps: readonly Step[], access?: "read" | "write"];

export const scripts: readonly Script[] = [
  ...davx5Scripts,
  ...appleScripts,
  ...thunderbirdScripts,
  ...evolutionScripts,
  ...otherScripts,
];
