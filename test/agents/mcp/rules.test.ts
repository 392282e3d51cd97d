/** Repetitions as people say them. */
import { expect, test } from "bun:test";
import { ToolError } from "#agents/mcp/output/tool-error.ts";
import { readRule } from "#agents/mcp/tools/calendar/repeating.ts";

function read(repeat: string, weekStartsOn = 1) {
  const notes: string[] = [];
  return { rule: readRule(repeat, "repeat", { note: (sentence) => notes.push(sentence), weekStartsOn }), notes };
}

const workdays = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";

test.each([
  ["every day", "FREQ=DAILY"],
  ["täglich", "FREQ=DAILY"],
  ["jeden Tag", "FREQ=DAILY"],
  ["every 3 days", "FREQ=DAILY;INTERVAL=3"],
  ["wöchentlich", "FREQ=WEEKLY"],
  ["jede Woche", "FREQ=WEEKLY"],
  ["biweekly", "FREQ=WEEKLY;INTERVAL=2"],
  ["every other week", "FREQ=WEEKLY;INTERVAL=2"],
  ["every 2 weeks", "FREQ=WEEKLY;INTERVAL=2"],
  ["every two weeks", "FREQ=WEEKLY;INTERVAL=2"],
  ["alle zwei Wochen", "FREQ=WEEKLY;INTERVAL=2"],
  ["alle 2 Wochen", "FREQ=WEEKLY;INTERVAL=2"],
  ["jede zweite Woche", "FREQ=WEEKLY;INTERVAL=2"],
  ["every month", "FREQ=MONTHLY"],
  ["monatlich", "FREQ=MONTHLY"],
  ["every 3 months", "FREQ=MONTHLY;INTERVAL=3"],
  ["vierteljährlich", "FREQ=MONTHLY;INTERVAL=3"],
  ["annually", "FREQ=YEARLY"],
  ["jährlich", "FREQ=YEARLY"],
  ["jedes Jahr", "FREQ=YEARLY"],
  ["weekdays", workdays],
  ["Every weekday", workdays],
  ["werktags", workdays],
  ["Mo-Fr", workdays],
  ["Montag bis Freitag", workdays],
  ["weekends", "FREQ=WEEKLY;BYDAY=SA,SU"],
  ["every monday", "FREQ=WEEKLY;BYDAY=MO"],
  ["jeden Montag", "FREQ=WEEKLY;BYDAY=MO"],
  ["montags", "FREQ=WEEKLY;BYDAY=MO"],
  ["weekly on tuesday", "FREQ=WEEKLY;BYDAY=TU"],
  ["every other tuesday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"],
  ["jeden zweiten Dienstag", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"],
  ["mondays and thursdays", "FREQ=WEEKLY;BYDAY=MO,TH"],
  ["dienstags und donnerstags", "FREQ=WEEKLY;BYDAY=TU,TH"],
  ["jeden Montag und Mittwoch", "FREQ=WEEKLY;BYDAY=MO,WE"],
  ["Mon, Wed, Fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR"],
  ["every monday, wednesday and friday", "FREQ=WEEKLY;BYDAY=MO,WE,FR"],
  ["first monday of the month", "FREQ=MONTHLY;BYDAY=1MO"],
  ["every last friday of the month", "FREQ=MONTHLY;BYDAY=-1FR"],
  ["jeden zweiten Dienstag im Monat", "FREQ=MONTHLY;BYDAY=2TU"],
  ["monthly first monday of the month", "FREQ=MONTHLY;BYDAY=1MO"],
  ["every 100 days", "FREQ=DAILY;INTERVAL=100"],
  ["immer montags", "FREQ=WEEKLY;BYDAY=MO"],
  ["am Wochenende", "FREQ=WEEKLY;BYDAY=SA,SU"],
])("The repetition %p is read as %s, and the answer mentions that reading", (said, rule) => {
  expect(read(said)).toEqual({ rule, notes: [`repeat read as ${rule}.`] });
});

test.each([
  ["every other sunday and monday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU"],
  ["every other sunday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU"],
  ["sundays and mondays", "FREQ=WEEKLY;BYDAY=MO,SU"],
])("The repetition %p is read as %s where the week begins on Sunday", (said, rule) => {
  expect(read(said, 7).rule).toBe(rule);
});

test.each([
  ["daily", "FREQ=DAILY"],
  [" Weekly ", "FREQ=WEEKLY"],
  ["FREQ=WEEKLY;BYDAY=TU", "FREQ=WEEKLY;BYDAY=TU"],
])("The repetition %p is understood without a remark in the answer", (said, rule) => {
  expect(read(said)).toEqual({ rule, notes: [] });
});

test.each([
  [
    "bimonthly",
    "say FREQ=MONTHLY;INTERVAL=2 for every other month, or FREQ=MONTHLY;BYMONTHDAY=1,15 for twice a month.",
  ],
  ["monday", "say weekly, with starts on that day, or FREQ=WEEKLY;BYDAY=MO."],
  ["once", 'leave it out; what repeats stops by clear: ["repeat"] of update_event.'],
  ["einmalig", "leave it out;"],
  ["every 0 days", "say one of these words"],
  ["twice a week", "say one of these words"],
  ["every weekday except friday", "say one of these words"],
  ["monday or tuesday", "say one of these words"],
  ["every monday until christmas", "say one of these words"],
  ["__proto__", "say one of these words"],
])("The repetition %p is refused as unclear, with possible wordings", (said, repair) => {
  try {
    read(said);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    expect(error.message).toStartWith("repeat: must be daily, weekly, monthly, yearly or an RRULE, not “");
    expect(error.repair).toContain(`Parameter repeat: ${repair}`);
    return;
  }
  throw new Error("It was read");
});
