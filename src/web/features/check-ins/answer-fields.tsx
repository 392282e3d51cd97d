import { useId } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { TextArea } from "../../ui/controls/text-area.tsx";
import { CircleAlert } from "../../ui/icons.ts";
import type { CheckIn, Face } from "./model/source.ts";
import { noteLimit, type useAnswer } from "./model/use-answer.ts";

/** For forms with their own heading and button. */
export function AnswerFields(props: { checkIn: CheckIn; answer: ReturnType<typeof useAnswer> }) {
  const { checkIns } = useText();
  const { checkIn, answer } = props;
  return (
    <>
      <div>
        <Faces question={checkIn.question} faces={checkIn.faces} value={answer.faceIndex} onChange={answer.pick} />
        <div aria-live="polite">
          {answer.isMissing && (
            <p className="field-error check-ins-missing">
              <CircleAlert />
              {checkIns.pickOne}
            </p>
          )}
        </div>
      </div>
      <TextArea
        label={checkIns.note}
        hint={checkIns.noteHint}
        rows={1}
        maxLength={noteLimit}
        value={answer.note}
        onChange={answer.setNote}
        className="check-ins-note"
      />
    </>
  );
}

function Faces(props: {
  /** For screen readers. */
  question: string;
  faces: readonly Face[];
  /** Index of the picked face. */
  value: number | null;
  onChange: (index: number) => void;
}) {
  const name = useId();
  return (
    <fieldset className="faces">
      <legend className="visually-hidden">{props.question}</legend>
      {props.faces.map(({ emoji, label }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: faces have no id
        <label key={index} className="face">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={props.value === index}
            onChange={() => props.onChange(index)}
          />
          <span className="face-emoji" aria-hidden="true">
            {emoji}
          </span>
          <span className="face-label">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
