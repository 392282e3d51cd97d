import type { ComponentChildren } from "preact";
import { cx } from "../cx.ts";
import { RadioGroup } from "./radio-group.tsx";

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

/**
 * Segmented control with a hint below. `labels` has the label of each value. The order of its keys is the order of the
 * options.
 */
export function ChoiceField<Value extends string>(props: {
  label: string;
  hint?: string | undefined;
  value: Value;
  labels: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}) {
  const { hint, labels, ...field } = props;
  const segments = (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
  return (
    <>
      <SegmentedField {...field} segments={segments} />
      {hint && <p className="field-hint">{hint}</p>}
    </>
  );
}

/** Segmented control that consists of native radio buttons, so that the arrow keys work. */
export function SegmentedControl<Value extends string>(props: Props<Value>) {
  const { segments, wide, className, ...rest } = props;
  const options = segments.map(({ value, label, icon, hideLabel }) => ({
    value,
    title: hideLabel ? label : undefined,
    content: (
      <>
        {icon}
        <span className={cx(hideLabel && "visually-hidden")}>{label}</span>
      </>
    ),
  }));
  return (
    <RadioGroup
      {...rest}
      options={options}
      className={cx("segments", wide && "segments-wide", className)}
      optionClass="segment"
      hidesRadios
      bare
    />
  );
}
