import { formatTime } from "../../../time/format.ts";
import { dayMinutes, minuteAt } from "../model/span.ts";

const hours = Array.from({ length: 23 }, (_, index) => `${String(index + 1).padStart(2, "0")}:00`);

/** The hours beside the grid, and the present among them (`HH:MM`, or null). */
export function Gutter({ now }: { now: string | null }) {
  const isNear = (hour: string) => now !== null && Math.abs(minutes(hour) - minutes(now)) < 17;
  return (
    <div className="calendar-gutter" aria-hidden="true">
      {hours.map((hour) =>
        isNear(hour) ? null : (
          <time key={hour} style={{ insetBlockStart: shareOf(hour) }}>
            {formatTime(hour)}
          </time>
        ),
      )}
      {now && (
        <time className="calendar-now-time" style={{ insetBlockStart: shareOf(now) }}>
          {formatTime(now)}
        </time>
      )}
    </div>
  );
}

/** How far down in its day a time is. */
export function shareOf(time: string): string {
  return `${(minutes(time) / dayMinutes) * 100}%`;
}

function minutes(time: string): number {
  return minuteAt({ day: "1970-01-01", time });
}
