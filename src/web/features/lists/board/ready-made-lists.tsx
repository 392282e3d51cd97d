import { useLocation } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { ListPlus } from "#web/ui/icons.ts";
import { makeList } from "../model/new-list.ts";
import { type ReadyMade, readyMadeLists } from "../model/ready-made.ts";

/** Buttons for the empty board. Each of three creates a list with items, and the last opens the form of a new list. */
export function ReadyMadeLists({ onOther }: { onOther: () => void }) {
  const { lists, readyMade } = useText();
  const [, navigate] = useLocation();
  const start = (template: ReadyMade) => {
    const { id } = makeList({ ...template, template, section: { name: lists.form.firstSection } });
    navigate(addressOf({ type: "list", id }));
  };
  return (
    <>
      {readyMadeLists(readyMade)
        .slice(0, 3)
        .map((each) => (
          <Button key={each.id} onClick={() => start(each)}>
            <span aria-hidden="true">{each.icon}</span> {each.name}
          </Button>
        ))}
      <Button variant="primary" icon={<ListPlus />} onClick={onOther}>
        {lists.newList}
      </Button>
    </>
  );
}
