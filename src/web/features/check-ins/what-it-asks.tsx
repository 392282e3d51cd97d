import { useText } from "../../i18n/catalogue.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { Pencil } from "../../ui/icons.ts";
import { FacesField } from "./edit/faces-field.tsx";
import type { Draft, Problem } from "./model/draft.ts";

/** The question and its faces: of a preset to look at, or to be made one's own; of one's own to write. */
export function WhatItAsks(props: {
  draft: Draft;
  onChange: (patch: Partial<Draft>) => void;
  errorOf: (field: Problem) => string | null;
}) {
  const { checkInScreen } = useText();
  const { draft, onChange, errorOf } = props;
  if (draft.presetKey !== "custom") {
    return (
      <div className="check-ins-shown">
        <strong>{draft.question}</strong>
        <ul>
          {draft.faces.map(({ emoji, label }) => (
            <li key={emoji + label}>
              <span className="check-ins-large" aria-hidden="true">
                {emoji}
              </span>
              <span className="small">{label}</span>
            </li>
          ))}
        </ul>
        <Button size="s" icon={<Pencil />} onClick={() => onChange({ presetKey: "custom" })}>
          {checkInScreen.makeOwn}
        </Button>
      </div>
    );
  }
  return (
    <>
      <TextField
        label={checkInScreen.question}
        placeholder={checkInScreen.questionPlaceholder}
        value={draft.question}
        maxLength={200}
        onChange={(question) => onChange({ question })}
        error={errorOf("question")}
      />
      <TextField
        label={checkInScreen.name}
        hint={checkInScreen.nameHint}
        value={draft.name}
        maxLength={100}
        onChange={(name) => onChange({ name })}
      />
      <FacesField faces={draft.faces} onChange={(faces) => onChange({ faces })} error={errorOf("faces")} />
    </>
  );
}
