import { memo, Suspense } from "preact/compat";
import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { later } from "#web/page/lazy.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { isAdult, mayTick } from "#web/people/permissions.ts";
import { type Member, useMembers, useNow, useViewer } from "#web/sync/session.ts";
import { formatTime } from "#web/time/format.ts";
import { Card, SectionHeader } from "#web/ui/display/surface.tsx";
import type { AgendaCheckIn } from "../../calendar/model/agenda.ts";
import { inPresetWords } from "../../check-ins/model/preset-words.ts";

const AnswerSheet = later(({ AnswerSheet: sheet }) => sheet);

/**
 * Check-in at a certain time, with the ids of the members who are asked. `isOthers` is true if the viewer is an adult
 * and is not asked. The card then shows the name of the check-in in place of the question, because the question is for
 * other members.
 */
type Group = { readonly each: AgendaCheckIn; readonly memberIds: readonly string[]; readonly isOthers: boolean };

/**
 * Card with today's check-ins. A check-in that is due shows the pictures of the asked members. A later check-in shows
 * its time. Questions to the viewer come first. `onYou` is described in {@link Board}.
 */
export const CheckInsCard = memo(function CheckInsCard(props: {
  checkIns: readonly AgendaCheckIn[];
  onYou?: ((memberId: string) => void) | undefined;
}) {
  const { onYou } = props;
  const { common, today, checkIns: words } = useText();
  const checkIns = props.checkIns.map((each) => inPresetWords(each, words.presetWords));
  const { time } = useNow();
  const viewer = useViewer();
  const [selected, setSelected] = useState<AgendaCheckIn | null>(null);
  const answer = (checkIn: AgendaCheckIn) => {
    onYou?.(checkIn.memberId);
    setSelected(checkIn);
  };
  const sheet = selected && (
    <Suspense fallback={null}>
      <AnswerSheet slot={selected} onClose={() => setSelected(null)} />
    </Suspense>
  );
  const open = checkIns.filter(({ answeredAt }) => answeredAt === null);
  const isDue = (each: AgendaCheckIn) => each.time <= time;
  const due = grouped(open.filter(isDue), viewer);
  const later = grouped(
    open.filter((each) => !isDue(each)),
    null,
  );
  if (open.length === 0) return sheet;
  return (
    <Card className="today-check-ins" role="region" aria-labelledby="today-check-ins">
      <SectionHeader title={common.nav.checkIns} id="today-check-ins" />
      {due.map((group) => (
        <Due key={groupKey(group)} group={group} onAnswer={answer} />
      ))}
      {later.map((group) => (
        <p key={groupKey(group)} className="soft small">
          {today.askedAt(formatTime(group.each.time), group.each.name)}
        </p>
      ))}
      {sheet}
    </Card>
  );
});

function Due({ group, onAnswer }: { group: Group; onAnswer: (checkIn: AgendaCheckIn) => void }) {
  const { today } = useText();
  const viewer = useViewer();
  const { each, memberIds, isOthers } = group;
  const people = useMembers().filter(({ id }) => memberIds.includes(id));
  return (
    <div className="today-asked">
      <p className="today-question">{isOthers ? each.name : each.question}</p>
      <div className="people-filter">
        {people.map((person) =>
          mayTick(viewer, [person.id]) ? (
            <button
              key={person.id}
              type="button"
              className="person-face"
              aria-label={today.answerAs(person.name, each.name)}
              onClick={() => onAnswer({ ...each, memberId: person.id })}
            >
              <Avatar person={person} decorative />
            </button>
          ) : (
            <span key={person.id} className="person-face">
              <Avatar person={person} />
            </span>
          ),
        )}
      </div>
    </div>
  );
}

function groupKey({ each, isOthers }: Pick<Group, "each" | "isOthers">): string {
  return `${each.checkInId} ${each.time} ${isOthers}`;
}

/**
 * Returns a group for each check-in and time, with the members who are asked at that time. If the viewer is an adult
 * who is asked together with other members, there are two groups: one for the viewer, and one for the other members.
 * The viewer's groups come first. If `viewer` is null or not an adult, there is only one group for each check-in and
 * time.
 */
function grouped(checkIns: readonly AgendaCheckIn[], viewer: Member | null): Group[] {
  const groups = new Map<string, { each: AgendaCheckIn; memberIds: string[]; isOthers: boolean }>();
  for (const each of checkIns) {
    const isOthers = viewer !== null && isAdult(viewer) && each.memberId !== viewer.id;
    const key = groupKey({ each, isOthers });
    const group = groups.get(key) ?? { each, memberIds: [], isOthers };
    group.memberIds.push(each.memberId);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => Number(one.isOthers) - Number(other.isOthers));
}
