import { useId } from "preact/hooks";
import { Check } from "../icons.ts";
import { type ColorKey, colorKeys, personAttributes } from "../person-color.ts";
import { FieldSet, type FieldTexts } from "./field.tsx";

/** Colour picker. `names` are the names of the colours in the viewer's language. */
export function ColorPicker(
  props: FieldTexts & {
    value: ColorKey | null;
    onChange: (color: ColorKey) => void;
    names: Readonly<Record<ColorKey, string>>;
  },
) {
  const { value, onChange, names, ...texts } = props;
  const group = useId();
  return (
    <FieldSet {...texts}>
      <div className="swatches">
        {colorKeys.map((key) => (
          <label key={key} className="swatch" title={names[key]} {...personAttributes(key)}>
            <input
              type="radio"
              className="visually-hidden"
              name={group}
              aria-label={names[key]}
              checked={value === key}
              onChange={() => onChange(key)}
            />
            <Check />
          </label>
        ))}
      </div>
    </FieldSet>
  );
}
