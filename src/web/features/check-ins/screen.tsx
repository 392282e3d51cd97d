import { useMemo } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { currentText } from "#web/page/text.ts";
import { AvatarStack } from "#web/people/avatar.tsx";
import { PersonButtonGrid } from "#web/people/person-button-grid.tsx";
import { weekdayName } from "#web/recurrence/words.ts";
import { EmptyUnlessOld, useIfCurrent } from "#web/shell/old-copy.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useIsAdult, useMembers, useNow, useToday, useViewer } from "#web/sync/session.ts";
import { formatNames, formatTime } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { Card, PageHeader } from "#web/ui/display/surface.tsx";
import { ArrowLeft, Check, ChevronRight, Plus } from "#web/ui/icons.ts";
import { AnswerForm } from "./answer-form.tsx";
import { EditSheet } from "./edit/edit-sheet.tsx";
import { CheckInHistory } from "./history.tsx";
import { waitingFor } from "./model/schedule.ts";
import type { CheckIn } from "./model/source.ts";
import { useCheckIns } from "./model/use-check-ins.ts";
import { pauseText } from "./model/wording.ts";

/**
 * Screen of check-ins. Everybody answers questions and sees their own history. Adults also see the history of all
 * members. They can open the questions of another member, and can create and edit check-ins.
 */
export function CheckInsScreen() {
  const { common, checkInScreen } = useText();
  const { checkIns, error, refetch } = useCheckIns();
  const viewer = useViewer();
  const isAdult = useIsAdult();
  const members = useMembers();
  const chosen = useOverlay("who");
  const edited = useOverlay("edit");
  const sought = useOverlay("check-in");
  const id = sought.value["check-in"];
  const now = useNow();
  const isLoaded = checkIns !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer does not open the sheet
  const isAnswered = useMemo(
    () => !waitingFor(checkIns ?? [], viewer?.id ?? "", now).due.some(({ checkIn }) => checkIn.id === id),
    [id, isLoaded],
  );
  const who = isAdult ? members.find(({ id }) => id === chosen.value.who) : viewer;
  const header = (
    <PageHeader
      look="flush"
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
  if (!checkIns) {
    return (
      <div className="check-ins">
        {header}
        <Loaded read={{ data: checkIns, error, refetch }} count={3} height="9rem" card />
      </div>
    );
  }
  const empty = (
    <EmptyUnlessOld
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
    </EmptyUnlessOld>
  );
  return (
    <div className="check-ins">
      {header}
      {checkIns.length === 0 ? (
        empty
      ) : who ? (
        <AnswerForm key={who.id} member={who} checkIns={checkIns} isChosen={isAdult} />
      ) : (
        <>
          {viewer && isAskedToday(checkIns, viewer.id) && (
            <AnswerForm key={viewer.id} member={viewer} checkIns={checkIns} isChosen={false} />
          )}
          <OtherCheckIns checkIns={checkIns} onChoose={(id) => chosen.open({ who: id })} />
        </>
      )}
      <CheckInHistory checkIns={checkIns} who={who ?? null} />
      {isAdult && !who && checkIns.length > 0 && (
        <ManagedCheckIns checkIns={checkIns} onEdit={(id) => edited.open({ edit: id })} />
      )}
      {isAdult && edited.value.edit !== null && (
        <EditSheet id={edited.value.edit} checkIns={checkIns} onClose={edited.close} />
      )}
      {isAdult && id !== null && isAnswered && <EditSheet id={id} checkIns={checkIns} onClose={sought.close} />}
    </div>
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
                <PauseChip checkIn={each} />
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

function PauseChip({ checkIn }: { checkIn: CheckIn }) {
  const text = useText();
  const today = useToday();
  const words = checkIn.active ? pauseText(checkIn, today, text) : text.checkInScreen.paused;
  return words === null ? null : <Chip tone="warn">{words}</Chip>;
}

function scheduleOf({ daysOfWeek, times }: CheckIn): string {
  const formatted = times.map(({ time, label }) => (label ? `${label} (${formatTime(time)})` : formatTime(time)));
  return `${formatDays(daysOfWeek)} · ${formatNames(formatted)}`;
}

function isAskedToday(checkIns: readonly CheckIn[], memberId: string): boolean {
  return checkIns.some(({ today }) => today.some((each) => each.memberId === memberId));
}

/**
 * Buttons for the other members who are asked questions. Each button says whether the member has questions to answer
 * today.
 */
function OtherCheckIns(props: { checkIns: readonly CheckIn[]; onChoose: (id: string) => void }) {
  const { checkInScreen } = useText();
  const ifCurrent = useIfCurrent();
  const viewer = useViewer();
  const now = useNow();
  const { checkIns } = props;
  const slot = new Set(checkIns.flatMap(({ assigneeIds, active }) => (active ? assigneeIds : [])));
  const people = useMembers().filter(({ id }) => slot.has(id) && id !== viewer?.id);
  if (people.length === 0) return null;
  const noteOf = ({ id }: { id: string }) => {
    const { due, later } = waitingFor(checkIns, id, now);
    if (due.length > 0) return <Chip tone="ember">{checkInScreen.waiting(due.length)}</Chip>;
    if (later.length > 0) return <Chip>{checkInScreen.laterToday}</Chip>;
    return (
      <Chip tone="good" icon={<Check />}>
        {ifCurrent(checkInScreen.nothingWaits)}
      </Chip>
    );
  };
  return (
    <section className="check-ins-part" aria-labelledby="check-ins-others">
      <h2 id="check-ins-others">{checkInScreen.others}</h2>
      <PersonButtonGrid people={people} onChoose={({ id }) => props.onChoose(id)} note={noteOf} />
    </section>
  );
}

function formatDays(daysOfWeek: readonly number[]): string {
  const { checkInScreen } = currentText();
  if (daysOfWeek.length === 7) return checkInScreen.everyDay;
  if (daysOfWeek.join() === "1,2,3,4,5") return checkInScreen.weekdays;
  if (daysOfWeek.join() === "6,7") return checkInScreen.weekend;
  return formatNames(daysOfWeek.map((each) => weekdayName(each, "weekday")));
}
