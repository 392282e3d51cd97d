import { ItemEditor } from "../item/item-editor.tsx";
import { keyOf } from "../model/keys.ts";
import { type Editing, focusRow, type ItemActs } from "./use-items.ts";

type Draft = Extract<Editing, { kind: "draft" }>;

/** A row for an item that is not created until it has text. */
export function DraftRow({ draft, acts }: { draft: Draft; acts: ItemActs }) {
  return (
    <li>
      <div className="lists-row lists-row-task lists-row-draft" data-row={draft.key}>
        <span className="lists-grip" />
        <span className="lists-tick" aria-hidden="true">
          <span className="checkbox" />
        </span>
        <ItemEditor
          text={draft.text}
          onSave={(text) => acts.addDraft(draft, text, false)}
          onEnter={(text) => acts.addDraft(draft, text, true)}
          onCancel={() => {
            acts.leave(draft.key);
            focusRow(keyOf(draft.after));
          }}
          onErase={() => acts.edit(draft.after)}
          onNest={(by, text) => acts.nestDraft(draft, by, text)}
          onGo={(by) => {
            if (by === -1) acts.edit(draft.after);
            return by === -1;
          }}
          onStep={() => {}}
          onPaste={(text) => acts.paste(draft, text)}
          onLeave={() => acts.leave(draft.key)}
        />
      </div>
    </li>
  );
}
