/** Scripts of requests: a program, what it does, the requests in its order, and whether it may write. */
import type { Step } from "./requests.ts";
import { appleScripts } from "./scripts-apple.ts";
import { evolutionScripts, otherScripts, thunderbirdScripts } from "./scripts-computers.ts";
import { davx5Scripts } from "./scripts-davx5.ts";
import type { Program } from "./stage.ts";

export type Script = readonly [program: Program, does: string, steps: readonly Step[], access?: "read" | "write"];

export const scripts: readonly Script[] = [
  ...davx5Scripts,
  ...appleScripts,
  ...thunderbirdScripts,
  ...evolutionScripts,
  ...otherScripts,
];
