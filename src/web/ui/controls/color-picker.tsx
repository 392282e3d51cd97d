import { Check } from "../icons.ts";
import { type ColorKey, colorKeys } from "../person-color.ts";
import type { FieldTexts } from "./field.tsx";
import { RadioGroup } from "./radio-group.tsx";

/** Colour picker. `names` are the names of the colours in the viewer's language. */
export function ColorPicker(
  props: FieldTexts & {
    value: ColorKey | null;
    onChange: (color: ColorKey) => void;
    names: Readonly<Record<ColorKey, string>>;
  },
) {
  const { names, value, ...rest } = props;
  const options = colorKeys.map((key) => ({
    value: key,
    label: names[key],
    title: names[key],
    color: key,
    content: <Check />,
  }));
  return (
    <RadioGroup
      {...rest}
      value={value ?? undefined}
      options={options}
      className="swatches"
      optionClass="swatch"
      hidesRadios
    />
  );
}
