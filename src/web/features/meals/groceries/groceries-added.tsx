import { Link } from "wouter";
import { useText } from "../../../i18n/catalogue.ts";
import { Button, buttonClass } from "../../../ui/controls/button.tsx";
import { CircleCheck } from "../../../ui/icons.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import type { Run } from "../model/groceries.ts";

/** What a run has done, the way back, and the way to the list. `skipped`: how many were there before. */
export function GroceriesAdded(props: {
  sub: string;
  run: Run;
  skipped: number;
  onUndo: () => void;
  onClose: () => void;
}) {
  const { meals: text, common } = useText();
  const { run, skipped } = props;
  return (
    <Sheet
      open
      onClose={props.onClose}
      size="s"
      title={text.groceriesTitle}
      sub={props.sub}
      footer={
        <>
          {run.entries.length > 0 && <Button onClick={props.onUndo}>{common.undo}</Button>}
          <Button onClick={props.onClose}>{common.done}</Button>
          {run.listId !== null && <ListLink id={run.listId} />}
        </>
      }
    >
      <p className="meals-success" role="status">
        <CircleCheck />
        <span>
          {run.added === 0 ? text.nothingToAdd : text.addedCount(run.added)}
          {skipped > 0 && run.added > 0 && <span className="soft"> {text.skippedCount(skipped)}.</span>}
        </span>
      </p>
    </Sheet>
  );
}

/** The way to a list. */
export function ListLink({ id }: { id: string }) {
  const { meals: text } = useText();
  return (
    <Link href={`/lists/${id}`} className={buttonClass("primary")}>
      {text.openList}
    </Link>
  );
}
