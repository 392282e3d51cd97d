/**
 * Returns a remark about a past date, such as `That is 3 weeks ago.` Returns null for today and later dates. Agents
 * with a wrong clock make plans in the past.
 */
export function pastRemark(date: string, today: string): string | null {
  const { days } = Temporal.PlainDate.from(date).until(today);
  if (days <= 0) return null;
  return days === 1 ? "That was yesterday." : `That is ${lengthText(days)} ago.`;
}

const [daysPerWeek, daysPerMonth, daysPerYear] = [7, 30.44, 365.25];
const fromOn = { weeks: 14, months: 60, years: 350 };

function lengthText(days: number): string {
  if (days < fromOn.weeks) return `${days} days`;
  if (days < fromOn.months) return `${Math.round(days / daysPerWeek)} weeks`;
  if (days < fromOn.years) return `${Math.round(days / daysPerMonth)} months`;
  const years = Math.round(days / daysPerYear);
  return years === 1 ? "a year" : `${years} years`;
}
