import type { Errors } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { type FieldError, FieldSet } from "#web/ui/controls/field.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Pencil, Plus, X } from "#web/ui/icons.ts";
import { EmojiButton } from "../emoji-button.tsx";
import type { Draft } from "../model/draft.ts";
import type { Face } from "../model/source.ts";

/** Fields to edit the question and the faces of a check-in. The texts of a preset cannot be edited. */
export function QuestionFields(props: {
  draft: Draft;
  onChange: (patch: Partial<Draft>) => void;
  errors: Errors<keyof Draft>;
}) {
  const { checkInScreen } = useText();
  const { draft, onChange, errors } = props;
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
        error={errors.question}
      />
      <TextField
        label={checkInScreen.name}
        hint={checkInScreen.nameHint}
        value={draft.name}
        maxLength={100}
        onChange={(name) => onChange({ name })}
        error={errors.name}
      />
      <FacesField faces={draft.faces} onChange={(faces) => onChange({ faces })} error={errors.faces} />
    </>
  );
}

const [minFaces, maxFaces] = [2, 5];

function FacesField(props: { faces: Face[]; onChange: (faces: Face[]) => void; error: FieldError }) {
  const { checkInScreen, common } = useText();
  const { faces, onChange } = props;
  const change = (at: number, patch: Partial<Face>) =>
    onChange(faces.map((face, index) => (index === at ? { ...face, ...patch } : face)));
  return (
    <FieldSet label={checkInScreen.faces} hint={checkInScreen.facesHint} error={props.error}>
      <ul className="check-ins-rows">
        {faces.map(({ emoji, label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a face has no id
          <li key={index}>
            <EmojiButton
              label={checkInScreen.faceNumber(index + 1)}
              value={emoji}
              onChange={(next) => change(index, { emoji: next })}
            />
            <TextField
              label={checkInScreen.faceLabel(index + 1)}
              hideLabel
              value={label}
              maxLength={40}
              onChange={(next) => change(index, { label: next })}
            />
            {faces.length > minFaces && (
              <IconButton
                aria-label={`${common.remove}: ${label || emoji}`}
                onClick={() => onChange(faces.filter((_, each) => each !== index))}
              >
                <X />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {faces.length < maxFaces && (
        <Button
          variant="quiet"
          size="s"
          icon={<Plus />}
          onClick={() => onChange([...faces, { emoji: "🙂", label: "" }])}
        >
          {checkInScreen.addFace}
        </Button>
      )}
    </FieldSet>
  );
}
