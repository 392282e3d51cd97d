/**
 * Twenty-four everyday requests to the demo household, one after the other, with the calls that a sensible agent makes.
 * It reads nothing but the texts of the answers.
 */
import { expect, test } from "bun:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { demoHome } from "../../support/mcp/demo.ts";
import { requests } from "./transcripts/everyday.ts";

/** Tokens of the same requests before answers were only texts with short ids. */
const tokensBefore = 28_700;
/** Cancels all of a person's events in some days, which took one call for each event. */
const manyEvents = 19;

test("An agent fulfils 24 everyday requests with at most 3 calls each and with few tokens", async () => {
  const home = demoHome();
  const outcomes = [];
  const failures: object[] = [];
  for (const { number, said, calls, state } of requests) {
    const texts: string[] = [];
    let refusals = 0;
    for (const { use, input, answers } of calls) {
      const given = typeof input === "function" ? input(texts) : input;
      const { content, isError = false } = await home.use(use, given);
      const text = content.map((part: { text: string }) => part.text).join("\n");
      if (isError) refusals++;
      if (!answers.test(text)) failures.push({ number, said, use, given, text });
      texts.push(text);
    }
    await state?.(home);
    const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
    outcomes.push({ number, calls: texts.length, refusals, tokens });
  }
  expect(failures).toEqual([]);
  expect(outcomes.map(({ number }) => number)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
  expect(outcomes.filter(({ refusals }) => refusals === 0).length).toBeGreaterThanOrEqual(21);
  expect(outcomes.filter(({ calls }) => calls > 3)).toEqual([]);
  expect(outcomes.find(({ number }) => number === manyEvents)?.calls).toBe(2);
  expect(outcomes.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(tokensBefore * 0.6);
});
