import { useText } from "#web/i18n/catalogue.ts";
import { AvatarStack } from "#web/people/avatar.tsx";
import { useHousehold, useMembers, useToday } from "#web/sync/session.ts";
import { formatDay } from "#web/time/format.ts";
import { CircleAlert } from "#web/ui/icons.ts";
import { personAttributes } from "#web/ui/person-color.ts";
import { ClashNote } from "../calendar/edit/clash-note.tsx";
import { mealPictures } from "../meals/model/plan.ts";
import type { AddDraft } from "./model/draft.ts";
import { eventDraftOf } from "./model/save.ts";
import { type Facts, listName, titleOf, whenInWords } from "./model/words.ts";

/** Shows what the text will become: its kind, day, title, time and people. */
export function Preview({ draft, facts, icon }: { draft: AddDraft; facts: Facts; icon: string | null }) {
  const { addField } = useText();
  const members = useMembers();
  const { name } = useHousehold();
  const today = useToday();
  const { kind, day, memberIds, items } = draft;
  const people = members.filter(({ id }) => memberIds.includes(id));
  const about = kind === "list" ? listName(draft, facts) : kind === "chore" ? addField.noStars : "";
  const nobody = { event: name, chore: addField.anyone }[kind as string];
  const line = [
    kind === "list" ? addField.items(items.length) : whenInWords(draft, facts),
    people.length === 0 && nobody,
  ];
  return (
    <section className="add-becomes" aria-label={addField.becomes} {...personAttributes(people[0]?.color)}>
      <Picture day={kind === "list" || kind === "meal" ? null : day} icon={icon} />
      <span className="add-bar" />
      <div className="add-what">
        <p className="add-kind">{[addField.kinds[kind], about].filter(Boolean).join(" · ")}</p>
        <p className="add-title">{titleOf(draft)}</p>
        <p className="add-facts">{line.filter(Boolean).join(" · ")}</p>
      </div>
      <AvatarStack people={people} size="m" />
      <div className="add-notes">
        {draft.isPast && <Note>{addField.past}</Note>}
        {draft.isOnceOnly && kind === "task" && <Note>{addField.onlyOnce}</Note>}
        {kind === "event" && people.length > 0 && draft.title.trim() !== "" && (
          <ClashNote draft={eventDraftOf(draft, today)} own={null} />
        )}
      </div>
    </section>
  );
}

function Note({ children }: { children: string }) {
  return (
    <p className="add-note">
      <CircleAlert />
      <span>{children}</span>
    </p>
  );
}

/** Sheet of a calendar with the day. If there is no day, shows the picture `icon`, or nothing. */
function Picture({ day, icon }: { day: string | null; icon: string | null }) {
  if (day === null) {
    return icon === null ? null : (
      <span className="add-day add-emoji" aria-hidden="true">
        {icon}
      </span>
    );
  }
  return (
    <span className="add-day" aria-hidden="true">
      <span>{formatDay(day, "weekday")}</span>
      <b>{formatDay(day, "date")}</b>
      <span>{formatDay(day, "monthName")}</span>
    </span>
  );
}

/** Returns the emoji of the preview of an item or a meal. */
export function pictureOf({ kind, mealType }: AddDraft, listIcon: string | undefined): string | null {
  if (kind === "meal") return mealPictures[mealType];
  return kind === "list" ? (listIcon ?? null) : null;
}
