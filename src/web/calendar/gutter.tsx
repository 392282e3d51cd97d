import { formatTime } from "../time/format.ts";

const hours = Array.from({ length: 23 }, (_, index) => `${String(index + 1).padStart(2, "0")}:00`);

/** The hours beside the grid, and the present among them (`HH:MM`, or null). */
export function Gutter({ now }: { now: string | null }) {
  return (
    <div className="calendar-gutter" aria-hidden="true">
      {hours.map((hour, index) => (
        <time key={hour} style={{ insetBlockStart: `${((index + 1) / 24) * 100}%` }}>
          {formatTime(hour)}
        </time>
      ))}
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
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${((hour * 60 + minute) / 1_440) * 100}%`;
}
