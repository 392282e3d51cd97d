import { useText } from "#web/i18n/catalogue.ts";
import { useMembers, useToday } from "#web/sync/session.ts";
import { formatRelativeDay, formatTime } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { RadioGroup } from "#web/ui/controls/radio-group.tsx";
import { TextArea } from "#web/ui/controls/text-area.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { CircleAlert } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import type { CheckIn, CheckInSlot, Face } from "./model/source.ts";
import { noteLimit, useAnswer } from "./model/use-answer.ts";
import { useCheckIns } from "./model/use-check-ins.ts";
import { useWording, type Wording } from "./model/wording.ts";

/**
 * Sheet to answer a check-in. Screens other than the screen of check-ins must import this module lazily, so that they
 * do not load its code before somebody opens the sheet. On a shared tablet, the caller must first set `actingMember` to
 * the member who answers, and then open the sheet.
 */
export function AnswerSheet({ slot, onClose }: { slot: CheckInSlot; onClose: () => void }) {
  const { checkIns, common } = useText();
  const { checkIns: all, error, refetch } = useCheckIns();
  const today = useToday();
  const member = useMembers().find(({ id }) => id === slot.memberId);
  const checkIn = all?.find(({ id }) => id === slot.checkInId);
  const wording = useWording(slot.memberId);
  const answer = useAnswer(checkIn, slot);
  const label = checkIn?.times.find(({ time }) => time === slot.time)?.label;
  const when = [formatRelativeDay(slot.date, today, common), label ?? formatTime(slot.time)].join(" · ");
  return (
    <Sheet
      open
      onClose={onClose}
      title={checkIn ? wording.question(checkIn) : checkIns.title}
      sub={[member?.name, when].filter(Boolean).join(" · ")}
      size="l"
      onSubmit={() => answer.save(wording.answered) && onClose()}
      footer={
        checkIn && (
          <Button type="submit" variant="primary" size="l">
            {answer.isChange ? wording.change : wording.answer}
          </Button>
        )
      }
    >
      {checkIn ? (
        <AnswerFields checkIn={checkIn} answer={answer} wording={wording} />
      ) : error || all ? (
        <ErrorNotice title={all ? common.notFound : common.couldNotLoad} onRetry={refetch} />
      ) : (
        <Skeletons label={common.loading} count={1} height="14rem" card />
      )}
    </Sheet>
  );
}

/** Fields to answer a check-in. The caller adds a heading and the button that saves the answer. */
export function AnswerFields(props: { checkIn: CheckIn; answer: ReturnType<typeof useAnswer>; wording: Wording }) {
  const { checkIns } = useText();
  const { checkIn, answer, wording } = props;
  return (
    <>
      <div>
        <Faces
          question={wording.question(checkIn)}
          faces={checkIn.faces}
          value={answer.faceIndex}
          onChange={answer.pick}
        />
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
        label={wording.note}
        hint={wording.noteHint}
        rows={1}
        maxLength={noteLimit}
        value={answer.note}
        onChange={answer.setNote}
        short
      />
    </>
  );
}

function Faces(props: {
  /** Question of the check-in, which screen readers read as the label of the row of faces. */
  question: string;
  faces: readonly Face[];
  /** Index of the chosen face. Null if no face is chosen. */
  value: number | null;
  onChange: (index: number) => void;
}) {
  const options = props.faces.map(({ emoji, label }, index) => ({
    value: index,
    content: (
      <>
        <span className="face-emoji" aria-hidden="true">
          {emoji}
        </span>
        <span className="face-label">{label}</span>
      </>
    ),
  }));
  return (
    <RadioGroup
      label={props.question}
      value={props.value ?? undefined}
      options={options}
      onChange={props.onChange}
      className="faces"
      optionClass="face"
      hidesRadios
      bare
    />
  );
}
