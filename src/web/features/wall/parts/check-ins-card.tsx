import { memo, Suspense } from "preact/compat";
import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { later } from "#web/page/lazy.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { useMembers, useNow } from "#web/sync/session.ts";
import { formatTime } from "#web/time/format.ts";
import { Card, SectionHeader } from "#web/ui/display/surface.tsx";
import type { AgendaCheckIn } from "../../calendar/model/agenda.ts";
import { inPresetWords } from "../../check-ins/model/preset-words.ts";

const AnswerSheet = later(({ AnswerSheet: sheet }) => sheet);

/** Check-in at a certain time, with the ids of the members who are asked. */
type Group = { readonly each: AgendaCheckIn; readonly memberIds: readonly string[] };

/**
 * Card with today's check-ins. A check-in that is due shows the pictures of the asked members, and a later one shows its
 * time. `onYou` is called with the id of the member whose picture is touched.
 */
export const CheckInsCard = memo(function CheckInsCard(props: {
  checkIns: readonly AgendaCheckIn[];
  onYou: (memberId: string) => void;
}) {
  const { onYou } = props;
  const { common, today, checkIns: words } = useText();
  const { time } = useNow();
  const [selected, setSelected] = useState<AgendaCheckIn | null>(null);
  const answer = (checkIn: AgendaCheckIn) => {
    onYou(checkIn.memberId);
    setSelected(checkIn);
  };
  const open = props.checkIns.filter(({ answeredAt }) => answeredAt === null);
  const groups = grouped(open.map((each) => inPresetWords(each, words.presetWords)));
  const sheet = selected && (
    <Suspense fallback={null}>
      <AnswerSheet slot={selected} onClose={() => setSelected(null)} />
    </Suspense>
  );
  if (open.length === 0) return sheet;
  return (
    <Card className="wall-check-ins" role="region" aria-labelledby="wall-check-ins">
      <SectionHeader title={common.nav.checkIns} id="wall-check-ins" />
      {groups.map((group) =>
        group.each.time <= time ? (
          <Due key={groupKey(group.each)} group={group} onAnswer={answer} />
        ) : (
          <p key={groupKey(group.each)} className="soft small">
            {today.askedAt(formatTime(group.each.time), group.each.name)}
          </p>
        ),
      )}
      {sheet}
    </Card>
  );
});

function Due({ group: { each, memberIds }, onAnswer }: { group: Group; onAnswer: (checkIn: AgendaCheckIn) => void }) {
  const { today } = useText();
  const people = useMembers().filter(({ id }) => memberIds.includes(id));
  return (
    <div>
      <p className="wall-question">{each.question}</p>
      <div className="people-filter">
        {people.map((person) => (
          <button
            key={person.id}
            type="button"
            className="person-face"
            aria-label={today.answerAs(person.name, each.name)}
            onClick={() => onAnswer({ ...each, memberId: person.id })}
          >
            <Avatar person={person} decorative />
          </button>
        ))}
      </div>
    </div>
  );
}

function groupKey({ checkInId, time }: AgendaCheckIn): string {
  return `${checkInId} ${time}`;
}

/** Returns a group for each check-in and time, with the members who are asked at that time, in the order of the times. */
function grouped(checkIns: readonly AgendaCheckIn[]): Group[] {
  const groups = new Map<string, { each: AgendaCheckIn; memberIds: string[] }>();
  for (const each of checkIns.toSorted((one, other) => one.time.localeCompare(other.time))) {
    const group = groups.get(groupKey(each)) ?? { each, memberIds: [] };
    group.memberIds.push(each.memberId);
    groups.set(groupKey(each), group);
  }
  return [...groups.values()];
}
