import { useEffect, useState } from "preact/hooks";

/** How long something still holds, in minutes and seconds. `label` makes a sentence of it. */
export function Countdown({ until, label }: { until: number; label: (time: string) => string }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((until - now) / 1_000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <p className="soft tabular" role="timer">
      {label(time)}
    </p>
  );
}
