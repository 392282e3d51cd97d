import { useText } from "../../i18n/catalogue.ts";
import { TextArea } from "../../ui/controls/text-area.tsx";
import { CircleAlert } from "../../ui/icons.ts";
import { Faces } from "./faces.tsx";
import type { CheckIn } from "./model/source.ts";
import { noteLimit, type useAnswer } from "./model/use-answer.ts";

/** The faces and the note, of a form that has its own heading and button. */
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
