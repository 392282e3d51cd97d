import { useState } from "preact/hooks";
import { currentText, useText } from "../../i18n/catalogue.ts";
import { AvatarStack } from "../../people/avatar.tsx";
import { PersonButtonGrid } from "../../people/person-button-grid.tsx";
import { weekdayName } from "../../recurrence/words.ts";
import { useOverlay } from "../../shell/use-overlay.ts";
import { type Member, useIsAdult, useMembers, useViewer } from "../../sync/session.ts";
import { useSource } from "../../sync/use-source.ts";
import { addDays, daysFrom } from "../../time/days.ts";
import { formatNames, formatTime } from "../../time/format.ts";
import { useNow, useToday } from "../../time/zone.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { EmptyState, ErrorNotice } from "../../ui/display/notice.tsx";
import { Skeletons } from "../../ui/display/skeleton.tsx";
import { Card, PageHeader } from "../../ui/display/surface.tsx";
import { ArrowLeft, Check, ChevronRight, Plus } from "../../ui/icons.ts";
import { Asking } from "./asking.tsx";
import { EditSheet } from "./edit/edit-sheet.tsx";
import { DaySheet, HistoryStrip } from "./history.tsx";
import { waitingFor } from "./model/schedule.ts";
import { type CheckIn, checkInHistory, checkInsSource } from "./model/source.ts";

/** Everybody answers; only adults see the history and manage questions. */
export function CheckInsScreen() {
  const { common, checkInScreen } = useText();
  const { data, error, refetch } = useSource(checkInsSource, {});
  const viewer = useViewer();
  const isAdult = useIsAdult();
  const members = useMembers();
  const chosen = useOverlay("who");
  const edited = useOverlay("edit");
  const who = isAdult ? members.find(({ id }) => id === chosen.value.who) : viewer;
  const header = (
    <PageHeader
      title={common.nav.checkIns}
      actions={
        !isAdult ? null : who ? (
          <Button icon={<ArrowLeft />} onClick={chosen.close}>
            {checkInScreen.somebodyElse}
          </Button>
        ) : (
          <Button icon={<Plus />} onClick={() => edited.open({ edit: "new" })}>
            {checkInScreen.add}
          </Button>
        )
      }
    />
  );
  if (!data) {
    return (
      <div className="check-ins">
        {header}
        {error ? (
          <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />
        ) : (
          <Skeletons label={common.loading} count={3} height="9rem" card />
        )}
      </div>
    );
  }
  const { checkIns } = data;
  const empty = (
    <EmptyState
      picture="🤗"
      title={checkInScreen.none}
      action={
        isAdult && (
          <Button variant="primary" icon={<Plus />} onClick={() => edited.open({ edit: "new" })}>
            {checkInScreen.add}
          </Button>
        )
      }
    >
      {isAdult ? checkInScreen.noneHint : checkInScreen.noneForYou}
    </EmptyState>
  );
  return (
    <div className="check-ins">
      {header}
      {checkIns.length === 0 ? (
        empty
      ) : who ? (
        <Asking key={who.id} member={who} checkIns={checkIns} isChosen={isAdult} />
      ) : (
        <WhoAreYou checkIns={checkIns} onChoose={(id) => chosen.open({ who: id })} />
      )}
      <CheckInHistory checkIns={checkIns} who={who ?? null} />
      {isAdult && !who && checkIns.length > 0 && (
        <ManagedCheckIns checkIns={checkIns} onEdit={(id) => edited.open({ edit: id })} />
      )}
      {isAdult && edited.value.edit !== null && (
        <EditSheet id={edited.value.edit} checkIns={checkIns} onClose={edited.close} />
      )}
    </div>
  );
}

const daysShown = 14;

/** Two weeks of each member who was or is asked, or of `who`. Non-adults see their own. */
function CheckInHistory({ checkIns, who }: { checkIns: readonly CheckIn[]; who: Member | null }) {
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

function ManagedCheckIns(props: { checkIns: readonly CheckIn[]; onEdit: (id: string) => void }) {
  const { checkInScreen } = useText();
  const members = useMembers();
  return (
    <section className="check-ins-part" aria-labelledby="managed-check-ins">
      <h2 id="managed-check-ins">{checkInScreen.managed}</h2>
      <Card flush>
        <ul className="check-ins-managed">
          {props.checkIns.map((each) => (
            <li key={each.id}>
              <button type="button" onClick={() => props.onEdit(each.id)}>
                <span className="check-ins-large" aria-hidden="true">
                  {each.faces[0]?.emoji}
                </span>
                <span className="check-ins-answer">
                  <strong>{each.name}</strong>
                  {each.question !== each.name && <span>{each.question}</span>}
                  <span className="soft small">{scheduleOf(each)}</span>
                </span>
                {!each.active && <Chip tone="warn">{checkInScreen.paused}</Chip>}
                <AvatarStack people={members.filter(({ id }) => each.assigneeIds.includes(id))} />
                <ChevronRight />
              </button>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function scheduleOf({ daysOfWeek, times }: CheckIn): string {
  const spoken = times.map(({ time, label }) => (label ? `${label} (${formatTime(time)})` : formatTime(time)));
  return `${spokenDays(daysOfWeek)} · ${formatNames(spoken)}`;
}

/** With the number of open questions. */
function WhoAreYou(props: { checkIns: readonly CheckIn[]; onChoose: (id: string) => void }) {
  const { checkInScreen, today } = useText();
  const now = useNow();
  const { checkIns } = props;
  const asked = new Set(checkIns.flatMap(({ assigneeIds, active }) => (active ? assigneeIds : [])));
  const people = useMembers().filter(({ id }) => asked.has(id));
  if (people.length === 0) return null;
  const noteOf = ({ id }: { id: string }) => {
    const { due, later } = waitingFor(checkIns, id, now);
    if (due.length > 0) return <Chip tone="ember">{checkInScreen.waiting(due.length)}</Chip>;
    if (later.length > 0) return <Chip>{checkInScreen.laterToday}</Chip>;
    return (
      <Chip tone="good" icon={<Check />}>
        {checkInScreen.nothingWaits}
      </Chip>
    );
  };
  return (
    <section className="check-ins-part" aria-labelledby="who-are-you">
      <h2 id="who-are-you">{today.whoAreYou}</h2>
      <PersonButtonGrid people={people} onChoose={({ id }) => props.onChoose(id)} note={noteOf} />
    </section>
  );
}

function spokenDays(daysOfWeek: readonly number[]): string {
  const { checkInScreen } = currentText();
  if (daysOfWeek.length === 7) return checkInScreen.everyDay;
  if (daysOfWeek.join() === "1,2,3,4,5") return checkInScreen.weekdays;
  if (daysOfWeek.join() === "6,7") return checkInScreen.weekend;
  return formatNames(daysOfWeek.map((each) => weekdayName(each, "weekday")));
}
