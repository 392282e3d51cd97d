/** Misunderstandings between people and agents, played from the spoken request to the household's data after it. */
import { describe, expect, test } from "bun:test";
import { catalogue } from "#agents/mcp/catalogue.ts";
import { play, toolsIn } from "../../support/mcp/transcript.ts";
import { changes } from "./transcripts/changes.ts";
import { days } from "./transcripts/days.ts";
import { lists } from "./transcripts/lists.ts";
import { meals } from "./transcripts/meals.ts";
import { people } from "./transcripts/people.ts";
import { terms } from "./transcripts/terms.ts";
import { texts } from "./transcripts/texts.ts";

/** All faults that need a transcript. */
const faults = [
  ...["wrong weekday", "unknown member", "ambiguous member", "unknown list", "replay", "recurring without scope"],
  ...["missing scope", "api_plan_required", "expired key", "429", "an hour is skipped", "an hour comes twice"],
  ...["all-day west of UTC", "500 items", "markup and instructions in titles"],
];

const transcripts = [...people, ...terms, ...texts, ...days, ...lists, ...meals, ...changes];
/** Skips transcripts that use tools which do not exist yet. */
const playable = transcripts.filter((each) => toolsIn(each).every((name) => catalogue.byName.has(name)));

test("The test data contain a transcript of calls for each listed mistake of agents", () => {
  for (const fault of faults) expect(transcripts.some((each) => each.fault.includes(fault))).toBe(true);
});

describe("a transcript", () => {
  test.each(playable.map((each) => [each.fault, each.said, each] as const))(
    "A transcript of an agent's calls about %s leads to the expected data: “%s”",
    async (_, __, each) => play(each),
  );
});
