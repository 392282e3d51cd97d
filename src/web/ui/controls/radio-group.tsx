import type { ComponentChildren, Ref } from "preact";
import { useId } from "preact/hooks";
import { cx } from "../cx.ts";
import { personAttributes } from "../person-color.ts";
import { FieldSet, type FieldTexts } from "./field.tsx";

export type RadioOption<Value> = {
  readonly value: Value;
  /** Texts, picture or chips that the option shows beside its radio button. */
  readonly content: ComponentChildren;
  /** Name for screen readers, if `content` has no text. */
  readonly label?: string | undefined;
  /** Tooltip, if the text of the option is hidden. */
  readonly title?: string | undefined;
  /** Name of the colour of the option (see person-color.ts). */
  readonly color?: string | null | undefined;
  readonly disabled?: boolean;
};

type RadioGroupProps<Value> = FieldTexts & {
  /** Value of the chosen option. If no option has this value, none is chosen. */
  value: Value | undefined;
  options: readonly RadioOption<Value>[];
  onChange: (value: Value) => void;
  /** CSS class of the element around the options. */
  className: string;
  /** CSS class of the element of an option. This element is the label of the option's radio button. */
  optionClass: string;
  /** Whether the browser's own radio buttons are hidden. The class of the option then shows which one is chosen. */
  hidesRadios?: boolean;
  /** Whether the label, the hint and the error are left out. Use this for a group outside a form. */
  bare?: boolean;
  first?: Ref<HTMLInputElement>;
};

/**
 * Group of radio buttons. They are the browser's own, so that the arrow keys work. The caller decides what each option
 * shows. The ref `first` gets the radio button of the first option, which the caller can focus at the start.
 */
export function RadioGroup<Value extends string | number | null>(props: RadioGroupProps<Value>) {
  const { value, options, onChange, className, optionClass, hidesRadios, bare, first, ...texts } = props;
  const name = useId();
  const radios = options.map((option, index) => (
    <label key={String(option.value)} className={optionClass} title={option.title} {...personAttributes(option.color)}>
      <input
        ref={index === 0 ? first : undefined}
        type="radio"
        className={cx(hidesRadios && "visually-hidden") || undefined}
        name={name}
        aria-label={option.label}
        disabled={option.disabled}
        checked={option.value === value}
        onChange={() => onChange(option.value)}
      />
      {option.content}
    </label>
  ));
  if (bare) {
    return (
      <fieldset className={className}>
        <legend className="visually-hidden">{texts.label}</legend>
        {radios}
      </fieldset>
    );
  }
  return (
    <FieldSet {...texts}>
      <div className={className}>{radios}</div>
    </FieldSet>
  );
}
