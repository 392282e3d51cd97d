import { useText } from "../i18n/catalogue.ts";
import { Sheet } from "../ui/overlay/sheet.tsx";
import type { Question } from "./actor.ts";
import { PersonButtonGrid } from "./person-button-grid.tsx";

export function WhoSheet({ asked, onClose }: { asked: Question; onClose: () => void }) {
  const { today } = useText();
  const { about, hint, people, answer } = asked;
  return (
    <Sheet open onClose={onClose} title={about === "you" ? today.whoAreYou : today.whoDidIt} sub={hint} size="m">
      <PersonButtonGrid
        people={people}
        onChoose={(person) => {
          onClose();
          answer(person);
        }}
      />
    </Sheet>
  );
}
