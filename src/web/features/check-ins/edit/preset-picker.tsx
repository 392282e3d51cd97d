import { useId } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { FieldSet } from "../../../ui/controls/field.tsx";
import { type PresetName, presetKeys, templateOf } from "../model/presets.ts";

/** Which question: a ready-made one, shown with its faces, or one's own (null). */
export function PresetPicker(props: { value: PresetName | null; onChange: (value: PresetName | null) => void }) {
  const { checkInScreen } = useText();
  const name = useId();
  const own = { key: null, title: checkInScreen.own, question: checkInScreen.ownHint, faces: "✏️" };
  const ready = presetKeys.map((key) => {
    const { name: title, question, faces } = templateOf(key);
    return { key, title, question, faces: faces.map(({ emoji }) => emoji).join(" ") };
  });
  return (
    <FieldSet label={checkInScreen.what}>
      <div className="check-ins-presets">
        {[...ready, own].map(({ key, title, question, faces }) => (
          <label key={key ?? "own"} className="check-ins-preset">
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={props.value === key}
              onChange={() => props.onChange(key)}
            />
            <strong>{title}</strong>
            <span className="soft small">{question}</span>
            <span aria-hidden="true">{faces}</span>
          </label>
        ))}
      </div>
    </FieldSet>
  );
}
