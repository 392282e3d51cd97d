/** The requests of calendar programs, in their order. Each answer must have the grammar of RFC 4918, 4791 and 6578. */
import { describe, test } from "bun:test";
import { scripts } from "./clients/scripts.ts";
import { Stage } from "./clients/stage.ts";

describe.each([...new Set(scripts.map(([{ name }]) => name))])("%s", (name) => {
  const own = scripts.filter(([program]) => program.name === name);
  test.each(own.map((script) => [script[1], script] as const))(
    "The CalDAV server correctly answers the requests of a calendar program that %s",
    async (_, [program, , steps, access = "write"]) => {
      const stage = await Stage.set(program, access);
      for (const step of steps) await stage.play(step);
    },
  );
});
