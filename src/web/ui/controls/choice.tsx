import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { cx } from "../cx.ts";
import type { ElementProps } from "../element-props.ts";

type ChoiceProps = Omit<ElementProps<"input">, "onChange" | "type" | "checked" | "size" | "ref"> & {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /**
   * Visible label. A tap on the label changes the control. Without a label, the caller must set `aria-label`, and must
   * handle taps on the rest of the row.
   */
  label?: ComponentChildren;
  hint?: ComponentChildren;
};

/** Switch for a setting that takes effect at once. */
export function Switch({ label, hint, onChange, className, ...rest }: ChoiceProps) {
  return (
    <Row label={label} hint={hint} className={className} controlLast>
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the checkbox itself says whether it is checked
        role="switch"
        className="switch"
        onChange={({ currentTarget: box }) => onChange(requestedState(box, rest.checked))}
      />
    </Row>
  );
}

/**
 * Checkbox. With `square`, the checkbox is drawn as a square instead of a circle. With `mixed`, it shows that only a
 * part of a group is checked.
 */
export function Checkbox(
  props: ChoiceProps & {
    size?: "m" | "l";
    square?: boolean;
    mixed?: boolean;
    /**
     * Part of the text that is crossed out while the checkbox is checked: only the label, or both the label and the
     * hint (`all`).
     */
    crosses?: "label" | "all";
  },
) {
  const { label, hint, onChange, className, size, square, mixed = false, crosses, ...rest } = props;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <Row label={label} hint={hint} className={cx(crosses && `choice-crossed-${crosses}`, className)}>
      <input
        {...rest}
        ref={box}
        type="checkbox"
        className={cx("checkbox", size === "l" && "checkbox-l", square && "checkbox-square")}
        onChange={({ currentTarget: box }) => onChange(requestedState(box, rest.checked))}
      />
    </Row>
  );
}

/**
 * Returns the state that the user requested. Resets the checkbox to its previous state, because the caller decides
 * whether the state changes.
 */
function requestedState(box: HTMLInputElement, checked: boolean): boolean {
  const wanted = box.checked;
  box.checked = checked;
  return wanted;
}

type RowProps = Pick<ChoiceProps, "label" | "hint"> & {
  className: string | undefined;
  controlLast?: boolean;
  children: ComponentChildren;
};

function Row({ label, hint, className, controlLast, children }: RowProps) {
  if (label === undefined) return children;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is in `children`
    <label className={cx("choice", className)}>
      {!controlLast && children}
      <span className="choice-text">
        <span>{label}</span>
        {hint && <span className="field-hint">{hint}</span>}
      </span>
      {controlLast && children}
    </label>
  );
}
