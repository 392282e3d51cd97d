import { useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { type Member, useMembers, useViewer } from "../../sync/session.ts";
import { useSource } from "../../sync/use-source.ts";
import { addDays, daysFrom } from "../../time/days.ts";
import { useToday } from "../../time/zone.ts";
import { DaySheet } from "./day-sheet.tsx";
import { HistoryStrip } from "./history-strip.tsx";
import { type CheckIn, checkInHistory } from "./model/source.ts";

const daysShown = 14;

/**
 * The last two weeks as faces, a strip for each member: `who`, or everybody who was or is asked. Only what the viewer may see:
 * for others than adults their own alone.
 */
export function CheckInHistory({ checkIns, who }: { checkIns: readonly CheckIn[]; who: Member | null }) {
  const { checkInScreen } = useText();
  const today = useToday();
  const members = useMembers();
  const isOwn = useViewer()?.id === who?.id;
  const days = daysFrom(addDays(today, 1 - daysShown), daysShown);
  const { data } = useSource(checkInHistory, { from: days[0] ?? today, to: today }, { keepsFormer: true });
  const [open, setOpen] = useState<{ member: Member; date: string } | null>(null);
  const answers = data?.answers ?? [];
  const asked = new Set([
    ...checkIns.flatMap(({ assigneeIds }) => assigneeIds),
    ...answers.map((each) => each.memberId),
  ]);
  const shown = (who ? [who] : members).filter(({ id }) => asked.has(id));
  if (shown.length === 0) return null;
  return (
    <section className="check-ins-part" aria-labelledby="check-in-history">
      <h2 id="check-in-history">{checkInScreen.history}</h2>
      <div className="check-ins-strips">
        {shown.map((member) => (
          <HistoryStrip
            key={member.id}
            member={member}
            isAlone={isOwn || who !== null}
            days={days}
            today={today}
            answers={answers.filter(({ memberId }) => memberId === member.id)}
            onOpen={(date) => setOpen({ member, date })}
          />
        ))}
      </div>
      {open && (
        <DaySheet
          {...open}
          checkIns={checkIns}
          answers={answers.filter(({ memberId, date }) => memberId === open.member.id && date === open.date)}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}
