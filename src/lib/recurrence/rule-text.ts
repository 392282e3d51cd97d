import { type Phrase, say } from "../sentence.ts";
import { type Frequency, parseRule } from "./rule.ts";

type Recurring = { readonly recurrenceRule: string | null };

const frequencyTexts: Readonly<Record<Frequency, (interval: number) => Phrase>> = {
  DAILY: (interval) => (interval === 1 ? say`, every day` : say`, every ${interval} days`),
  WEEKLY: (interval) => (interval === 1 ? say`, every week` : say`, every ${interval} weeks`),
  MONTHLY: (interval) => (interval === 1 ? say`, every month` : say`, every ${interval} months`),
  YEARLY: (interval) => (interval === 1 ? say`, every year` : say`, every ${interval} years`),
};

/** Returns how often a rule repeats in words, such as `, every 2 weeks`. Empty if no rule exists. */
export function sayRule({ recurrenceRule }: Recurring): Phrase | "" {
  if (recurrenceRule === null) return "";
  const { freq, interval } = parseRule(recurrenceRule);
  return frequencyTexts[freq](interval);
}
