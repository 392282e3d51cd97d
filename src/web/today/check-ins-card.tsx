import { Link } from "wouter";
import type { AgendaCheckIn } from "../agenda/source.ts";
import { useMembers, useViewer } from "../data/session.ts";
import { useText } from "../text/catalogue.ts";
import { formatTime } from "../time/format.ts";
import { useNow } from "../time/zone.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Card, SectionHeader } from "../ui/surface.tsx";
import { mayActForAll } from "./actor.ts";

type Asked = { readonly each: AgendaCheckIn; readonly memberIds: readonly string[] };

/** Who is asked how they are: now, by their pictures; later, by the time alone. Nothing where all is answered. */
export function CheckInsCard({ checkIns }: { checkIns: readonly AgendaCheckIn[] }) {
  const { common, today } = useText();
  const { time } = useNow();
  const open = grouped(checkIns.filter(({ answeredAt }) => answeredAt === null));
  const due = open.filter(({ each }) => each.time <= time);
  const later = open.filter(({ each }) => each.time > time);
  if (open.length === 0) return null;
  return (
    <Card className="today-check-ins" role="region" aria-labelledby="today-check-ins">
      <SectionHeader title={common.nav.checkIns} id="today-check-ins" />
      {due.map((asked) => (
        <Due key={keyOf(asked)} asked={asked} />
      ))}
      {later.map((asked) => (
        <p key={keyOf(asked)} className="soft small">
          {today.askedAt(formatTime(asked.each.time), asked.each.name)}
        </p>
      ))}
    </Card>
  );
}

function Due({ asked: { each, memberIds } }: { asked: Asked }) {
  const { today } = useText();
  const viewer = useViewer();
  const people = useMembers().filter(({ id }) => memberIds.includes(id));
  const mayAnswer = (id: string) => !viewer || mayActForAll(viewer) || viewer.id === id;
  return (
    <div className="today-asked">
      <p className="today-question">{each.question}</p>
      <div className="today-people">
        {people.map((person) =>
          mayAnswer(person.id) ? (
            <Link
              key={person.id}
              href={`/check-ins?answer=${each.checkInId}&as=${person.id}&time=${each.time}`}
              className="today-person"
              aria-label={today.answerAs(person.name, each.name)}
            >
              <Avatar person={person} decorative />
            </Link>
          ) : (
            <span key={person.id} className="today-person">
              <Avatar person={person} />
            </span>
          ),
        )}
      </div>
    </div>
  );
}

function keyOf({ each }: Asked): string {
  return `${each.checkInId} ${each.time}`;
}

function grouped(checkIns: readonly AgendaCheckIn[]): Asked[] {
  const groups = new Map<string, { each: AgendaCheckIn; memberIds: string[] }>();
  for (const each of checkIns) {
    const key = `${each.checkInId} ${each.time}`;
    const group = groups.get(key) ?? { each, memberIds: [] };
    group.memberIds.push(each.memberId);
    groups.set(key, group);
  }
  return [...groups.values()];
}
