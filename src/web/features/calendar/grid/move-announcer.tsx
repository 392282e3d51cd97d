import { useText } from "../../../i18n/catalogue.ts";
import { useMembers } from "../../../sync/session.ts";
import { formatDay, formatNames } from "../../../time/format.ts";
import { daysOf } from "../model/span.ts";
import { formatSpan, peopleOf } from "./event-look.tsx";
import type { Ghost } from "./ghost.ts";

/** Says where something is while it is moved, to those who don't see it. */
export function MoveAnnouncer({ carried }: { carried: Ghost | null }) {
  const text = useText();
  const members = useMembers();
  const names = carried ? peopleOf(carried.memberIds, members).map(({ name }) => name) : [];
  const said = carried
    ? [formatDay(daysOf(carried.span).first, "long"), formatSpan(carried.span, text), formatNames(names)]
    : [];
  return (
    <div className="visually-hidden" aria-live="assertive">
      {said.filter(Boolean).join(", ")}
    </div>
  );
}
