import type { ComponentChildren } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import { useMembers } from "#web/sync/session.ts";
import { cx } from "#web/ui/cx.ts";
import { personAttributes } from "#web/ui/person-color.ts";
import { Avatar } from "./avatar.tsx";

/**
 * Filter by person. If no person is chosen, everybody's records are shown. `more` contains buttons for choices other
 * than members.
 */
export function PeopleFilter(props: {
  label: string;
  chosen: readonly string[];
  onToggle: (id: string) => void;
  more?: ComponentChildren;
  /** Whether the filter on a phone is a single line that scrolls sideways. */
  oneLine?: boolean;
}) {
  const { common } = useText();
  const members = useMembers();
  // While the members are loading, the empty filter takes the room of its buttons.
  if (members.length === 1 && !props.more) return null;
  return (
    <fieldset
      className={cx(
        "people-filter",
        Boolean(props.more) && "people-filter-more",
        props.oneLine && "people-filter-line",
      )}
      aria-label={props.label}
    >
      {members.map((member) => (
        <button
          key={member.id}
          type="button"
          className="person-face"
          aria-pressed={props.chosen.includes(member.id)}
          aria-label={common.only(member.name)}
          title={member.name}
          onClick={() => props.onToggle(member.id)}
          {...personAttributes(member.color)}
        >
          <Avatar person={member} decorative />
        </button>
      ))}
      {props.more}
    </fieldset>
  );
}
