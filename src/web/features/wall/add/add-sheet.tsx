/**
 * Button “+” of a tablet on the wall. If somebody presses the button, the tablet asks who adds something and what is
 * added. After that, a short form is shown.
 */
import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { useAsMember } from "#web/people/actor.ts";
import { Avatar } from "#web/people/avatar.tsx";
import type { Member } from "#web/sync/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { CalendarPlus, ClipboardList, ListChecks, Pencil, Plus, Utensils } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { forgetMember } from "../model/identity.ts";
import { type KeptDraft, keptDraft, nameOf } from "../model/kept-draft.ts";
import { EventForm } from "./event-form.tsx";
import { ItemForm } from "./item-form.tsx";
import { MealForm } from "./meal-form.tsx";
import { TaskForm } from "./task-form.tsx";

const kinds = ["event", "task", "item", "meal"] as const;
type Kind = (typeof kinds)[number];

const icons = { event: <CalendarPlus />, task: <ListChecks />, item: <ClipboardList />, meal: <Utensils /> };

/** Properties of a form on a tablet on the wall. If `draft` is null, the form starts empty. */
export type FormProps<Each extends KeptDraft["kind"]> = {
  readonly member: Member;
  readonly draft: Extract<KeptDraft, { kind: Each }> | null;
  readonly onClose: () => void;
};

export function AddButton() {
  const { wall } = useText();
  const asMember = useAsMember();
  const [member, setMember] = useState<Member | null>(null);
  const ask = () => asMember(null, setMember);
  const askAgain = () => {
    setMember(null);
    forgetMember();
    ask();
  };
  return (
    <>
      <button type="button" className="wall-add" aria-label={wall.add.open} onClick={ask}>
        <Plus />
      </button>
      {member && <AddSheet member={member} onNotYou={askAgain} onClose={() => setMember(null)} />}
    </>
  );
}

function AddSheet(props: { member: Member; onNotYou: () => void; onClose: () => void }) {
  const { wall } = useText();
  const { member, onNotYou, onClose } = props;
  const [kind, setKind] = useState<Kind | null>(null);
  const [kept] = useState(keptDraft);
  const [draft, setDraft] = useState<KeptDraft | null>(null);
  const rest = { member, onClose };
  if (kind === "event") return <EventForm {...rest} draft={draft?.kind === kind ? draft : null} />;
  if (kind === "task") return <TaskForm {...rest} draft={draft?.kind === kind ? draft : null} />;
  if (kind === "item") return <ItemForm {...rest} draft={draft?.kind === kind ? draft : null} />;
  if (kind === "meal") return <MealForm {...rest} />;
  const goOn = () => {
    setDraft(kept);
    setKind(kept?.kind ?? null);
  };
  return (
    <Sheet open onClose={onClose} title={wall.add.what}>
      <div className="wall-add-as">
        <Avatar person={member} decorative />
        <strong>{member.name}</strong>
        <Button variant="quiet" onClick={onNotYou}>
          {wall.add.notYou(member.name)}
        </Button>
      </div>
      {kept && (
        <Button wide size="l" variant="primary" icon={<Pencil />} onClick={goOn}>
          {wall.add.goOn(nameOf(kept))}
        </Button>
      )}
      <ul className="wall-kinds">
        {kinds.map((each) => (
          <li key={each}>
            <Button size="l" wide icon={icons[each]} onClick={() => setKind(each)}>
              {wall.add.kinds[each]}
            </Button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
