import type { ComponentChildren } from "preact";
import { cx } from "../cx.ts";
import { personAttributes } from "../person-color.ts";

const radius = 18;
const length = 2 * Math.PI * radius;

export function ProgressRing(props: {
  /** Label for screen readers, such as "Anna's chores". */
  label: string;
  done: number;
  total: number;
  color?: string | null;
  size?: "m" | "l";
  children?: ComponentChildren;
}) {
  const share = props.total > 0 ? Math.min(props.done / props.total, 1) : 0;
  return (
    <span
      role="progressbar"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={props.total}
      aria-valuenow={props.done}
      aria-valuetext={`${props.done}/${props.total}`}
      className={cx("ring", props.size === "l" && "ring-l")}
      {...personAttributes(props.color)}
    >
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r={radius} />
        {/* At 0, a round cap would show a dot. */}
        {share > 0 && (
          <circle cx="20" cy="20" r={radius} strokeDasharray={length} strokeDashoffset={length * (1 - share)} />
        )}
      </svg>
      <span>{props.children}</span>
    </span>
  );
}
