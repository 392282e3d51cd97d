import { useText } from "../../i18n/catalogue.ts";
import { useMembers } from "../../sync/session.ts";
import { useSource } from "../../sync/use-source.ts";
import { formatRelativeDay, formatTime } from "../../time/format.ts";
import { useToday } from "../../time/zone.ts";
import { Button } from "../../ui/controls/button.tsx";
import { ErrorNotice } from "../../ui/display/notice.tsx";
import { Skeletons } from "../../ui/display/skeleton.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { AnswerFields } from "./answer-fields.tsx";
import { type Asked, checkInsSource } from "./model/source.ts";
import { useAnswer } from "./model/use-answer.ts";

/** Load lazily. On a shared tablet, set `actingMember` to the member first. */
export function AnswerSheet({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { checkIns, common } = useText();
  const { data, error, refetch } = useSource(checkInsSource, {});
  const today = useToday();
  const member = useMembers().find(({ id }) => id === asked.memberId);
  const checkIn = data?.checkIns.find(({ id }) => id === asked.checkInId);
  const answer = useAnswer(checkIn, asked);
  const label = checkIn?.times.find(({ time }) => time === asked.time)?.label;
  const when = [formatRelativeDay(asked.date, today), label ?? formatTime(asked.time)].join(" · ");
  return (
    <Sheet
      open
      onClose={onClose}
      title={checkIn?.question ?? checkIns.title}
      sub={[member?.name, when].filter(Boolean).join(" · ")}
      size="l"
      onSubmit={() => answer.save() && onClose()}
      footer={
        checkIn && (
          <Button type="submit" variant="primary" size="l">
            {answer.isChange ? checkIns.change : checkIns.answer}
          </Button>
        )
      }
    >
      {checkIn ? (
        <AnswerFields checkIn={checkIn} answer={answer} />
      ) : error || data ? (
        <ErrorNotice title={data ? common.notFound : common.couldNotLoad} onRetry={refetch} />
      ) : (
        <Skeletons label={common.loading} count={1} height="14rem" card />
      )}
    </Sheet>
  );
}
