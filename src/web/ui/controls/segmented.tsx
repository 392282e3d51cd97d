import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { cx } from "../cx.ts";

/**
 * Option of a segmented control. If `hideLabel` is set, only the icon is visible; screen readers still read `label`.
 */
export type Segment<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly icon?: ComponentChildren;
  readonly hideLabel?: boolean;
};

type Props<Value extends string> = {
  label: string;
  value: Value;
  segments: readonly Segment<Value>[];
  onChange: (value: Value) => void;
  wide?: boolean;
  className?: string;
};

/** Segmented control with a visible label, for use in forms. */
export function SegmentedField<Value extends string>(props: Props<Value>) {
  return (
    <div className="field">
      <span className="field-label" aria-hidden="true">
        {props.label}
      </span>
      <SegmentedControl {...props} wide />
    </div>
  );
}

/** Segmented control that consists of native radio buttons, so that the arrow keys work. */
export function SegmentedControl<Value extends string>(props: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={cx("segments", props.wide && "segments-wide", props.className)}>
      <legend className="visually-hidden">{props.label}</legend>
      {props.segments.map(({ value, label, icon, hideLabel }) => (
        <label key={value} className="segment" title={hideLabel ? label : undefined}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          {icon}
          <span className={cx(hideLabel && "visually-hidden")}>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
