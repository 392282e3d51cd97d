/**
 * Metrics in the Prometheus text format 0.0.4. Labels never name households or members, because people who read metrics
 * do not need the names.
 */
type Label = string | number;
type Type = "counter" | "gauge" | "histogram";

/** The largest number of combinations of labels. Limits the memory. Further combinations are not counted. */
const maxSeries = 2_000;

export type Sample = { readonly labels?: Readonly<Record<string, Label>>; readonly value: number };

export class Counter<Labels extends readonly Label[]> {
  private readonly series = new Map<string, { labels: Labels; value: number }>();

  constructor(
    private readonly isOn: boolean,
    private readonly name: string,
    private readonly help: string,
    private readonly labelNames: readonly string[] = [],
  ) {}

  inc(...labels: Labels): void {
    this.add(1, ...labels);
  }

  add(amount: number, ...labels: Labels): void {
    if (!this.isOn) return;
    const key = labels.join("\n");
    const known = this.series.get(key);
    if (known) known.value += amount;
    else if (this.series.size < maxSeries) this.series.set(key, { labels, value: amount });
  }

  toString(): string {
    const samples = [...this.series.values()].map(({ labels, value }) => {
      return { labels: named(this.labelNames, labels), value };
    });
    return formatMetric("counter", this.name, this.help, this.labelNames.length > 0 ? samples : [samples[0] ?? zero]);
  }
}

export class Histogram<Labels extends readonly Label[]> {
  private readonly series = new Map<string, { labels: Labels; counts: number[]; sum: number }>();

  constructor(
    private readonly isOn: boolean,
    private readonly name: string,
    private readonly help: string,
    /** The upper bounds of the histogram's buckets in ascending order. */
    private readonly bounds: readonly number[],
    private readonly labelNames: readonly string[] = [],
  ) {}

  observe(value: number, ...labels: Labels): void {
    if (!this.isOn) return;
    const key = labels.length === 0 ? "" : labels.join("\n");
    let series = this.series.get(key);
    if (!series) {
      if (this.series.size >= maxSeries) return;
      series = { labels, counts: [...this.bounds.map(() => 0), 0], sum: 0 };
      this.series.set(key, series);
    }
    let bucket = 0;
    while (value > (this.bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
  }

  toString(): string {
    const lines = [...this.series.values()].flatMap(({ labels, counts, sum }) => {
      const own = named(this.labelNames, labels);
      let count = 0;
      const buckets = counts.map((each, index) => {
        count += each;
        return formatSample(`${this.name}_bucket`, {
          labels: { ...own, le: this.bounds[index] ?? "+Inf" },
          value: count,
        });
      });
      const totals = [
        formatSample(`${this.name}_sum`, { labels: own, value: sum }),
        formatSample(`${this.name}_count`, { labels: own, value: count }),
      ];
      return [...buckets, ...totals];
    });
    return header("histogram", this.name, this.help) + lines.join("");
  }
}

/** The metrics of the server. Nothing is counted while metrics are turned off. */
export class Metrics {
  /** Seconds from the time when a reminder was due to the time when the channel accepted the message. */
  readonly lateness: Histogram<[]>;
  readonly reminders: Counter<[kind: string]>;
  readonly remindersDropped: Counter<[]>;
  readonly deliveries: Counter<[channel: string, outcome: string]>;
  /** Time in seconds to answer a request. `route` is the pattern of the route. */
  readonly requests: Histogram<[route: string, status: number]>;

  constructor(readonly isOn: boolean) {
    const latenessBounds = [0.1, 0.25, 0.5, 1, 2.5, 10, 60, 300, 900];
    const requestBounds = [0.005, 0.025, 0.1, 0.5, 2.5];
    this.lateness = new Histogram(
      isOn,
      "inglenook_reminder_lateness_seconds",
      "Time from when a reminder was due until its channel had it",
      latenessBounds,
    );
    this.reminders = new Counter(isOn, "inglenook_reminders_total", "Reminders that were decided", ["kind"]);
    this.remindersDropped = new Counter(
      isOn,
      "inglenook_reminders_dropped_total",
      "Reminders that were a day late and so were not sent",
    );
    this.deliveries = new Counter(isOn, "inglenook_deliveries_total", "Attempts to send a reminder", [
      "channel",
      "outcome",
    ]);
    this.requests = new Histogram(isOn, "inglenook_http_request_seconds", "Time to answer requests", requestBounds, [
      "route",
      "status",
    ]);
  }

  toString(): string {
    return [this.lateness, this.reminders, this.remindersDropped, this.deliveries, this.requests].join("");
  }
}

export function formatMetric(type: Type, name: string, help: string, samples: readonly Sample[]): string {
  return header(type, name, help) + samples.map((sample) => formatSample(name, sample)).join("");
}

const zero: Sample = { value: 0 };

function named(names: readonly string[], labels: readonly Label[]): Record<string, Label> {
  return Object.fromEntries(names.map((name, index) => [name, labels[index] ?? ""]));
}

function header(type: Type, name: string, help: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function formatSample(name: string, { labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, each]) => `${label}="${escaped(String(each))}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
