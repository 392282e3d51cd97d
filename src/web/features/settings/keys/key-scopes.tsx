import { useText } from "../../../i18n/catalogue.ts";
import { useViewer } from "../../../sync/session.ts";
import { SegmentedControl } from "../../../ui/controls/segmented.tsx";
import { type Choice, choiceOf, groups, type Level, type Preset, presets } from "./scopes.ts";

/** What a key may do: all, only look, or a level for each part, each said in a sentence. */
export function KeyScopes(props: {
  preset: Preset;
  onPreset: (preset: Preset) => void;
  choice: Choice;
  onChoice: (choice: Choice) => void;
  error: string | null;
}) {
  const { keys: text } = useText().settings;
  const viewer = useViewer();
  const { preset, choice, onChoice } = props;
  const shown = preset === "custom" ? choice : choiceOf(preset === "read" ? "read" : "write");
  const isHalf = shown.meals === "write" && shown.lists !== "write";
  return (
    <>
      <SegmentedControl
        label={text.stepScopes}
        wide
        value={preset}
        segments={presets.map((value) => ({ value, label: text.presets[value] }))}
        onChange={props.onPreset}
      />
      <p className="soft">{text.presetHints[preset]}</p>
      <div aria-live="assertive">{props.error && <p className="form-error">{props.error}</p>}</div>
      <ul className="settings-scopes">
        {groups.map(({ name, levels }) => (
          <li key={name}>
            <div className="settings-scope">
              <strong>{text.groups[name].name}</strong>
              {shown[name] !== "none" && <span className="soft small">{text.groups[name][shown[name]]}</span>}
            </div>
            {preset === "custom" && (
              <SegmentedControl<Level>
                label={text.groups[name].name}
                value={choice[name]}
                segments={levels.map((value) => ({ value, label: text.levels[value] }))}
                onChange={(level) => onChoice({ ...choice, [name]: level })}
              />
            )}
          </li>
        ))}
      </ul>
      {isHalf && <p className="form-note">{text.groceriesHint}</p>}
      {viewer && <p className="soft small">{text.personal(viewer.name)}</p>}
    </>
  );
}
