import { h } from "preact";
import { cx } from "../cx.ts";
import type { ElementProps } from "../element-props.ts";
import type { IconData } from "./lucide.ts";

const whole = {
  xmlns: "http://www.w3.org/2000/svg",
  width: 24,
  height: 24,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  "aria-hidden": "true",
} as const;

/**
 * Creates the component of an icon, which is 20 px wide (`className="icon-l"`: 24 px). Screen readers ignore the icon.
 */
export function icon({ name, shapes }: IconData) {
  return ({ className, ...rest }: ElementProps<"svg">) =>
    h(
      "svg",
      { ...whole, ...rest, className: cx("lucide", `lucide-${name}`, className) },
      ...shapes.map(([tag, attributes]) => h(tag, attributes)),
    );
}
