import { useText } from "../../../i18n/catalogue.ts";
import { Button, IconButton } from "../../../ui/controls/button.tsx";
import { FieldSet } from "../../../ui/controls/field.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { Plus, X } from "../../../ui/icons.ts";
import { EmojiButton } from "../emoji-button.tsx";
import type { Face } from "../model/source.ts";

const [fewest, most] = [2, 5];

/** Two to five faces, each with an emoji and its words. */
export function FacesField(props: { faces: Face[]; onChange: (faces: Face[]) => void; error: string | null }) {
  const { checkInScreen, common } = useText();
  const { faces, onChange } = props;
  const change = (at: number, patch: Partial<Face>) =>
    onChange(faces.map((face, index) => (index === at ? { ...face, ...patch } : face)));
  return (
    <FieldSet label={checkInScreen.faces} hint={checkInScreen.facesHint} error={props.error}>
      <ul className="check-ins-rows">
        {faces.map(({ emoji, label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a face is known by its place
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
            {faces.length > fewest && (
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
      {faces.length < most && (
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
