import type { ErrorCode } from "../../../../errors.ts";
import { useText } from "../../../i18n/catalogue.ts";
import { errorText } from "../../../sync/api/error-text.ts";
import { Failure } from "../../../sync/api/failures.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Check, CircleAlert } from "../../../ui/icons.ts";
import type { RecipeDraft } from "../model/import.ts";

/** The recipes of several addresses. */
export function FoundList(props: {
  found: readonly RecipeDraft[];
  saved: readonly string[];
  onOpen: (draft: RecipeDraft) => void;
  onClose: () => void;
}) {
  const { recipes, common } = useText();
  const { import: text } = recipes;
  const { found, saved, onOpen, onClose } = props;
  return (
    <>
      <ul className="recipes-found">
        {found.map((draft) => {
          const isSaved = draft.id !== null && saved.includes(draft.id);
          return (
            <li key={draft.id ?? draft.url}>
              <span className="recipes-found-text">
                <strong>{draft.recipe?.name ?? draft.url}</strong>
                <span className="small soft">{draft.error ? refusalOf(draft.error) : draft.recipe?.sourceName}</span>
              </span>
              {draft.error && <CircleAlert />}
              {isSaved && (
                <span className="recipes-saved">
                  <Check /> {text.isSaved}
                </span>
              )}
              {draft.recipe && !isSaved && (
                <Button size="s" onClick={() => onOpen(draft)}>
                  {text.look}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Button wide onClick={onClose}>
        {common.done}
      </Button>
    </>
  );
}

function refusalOf({ code, text }: NonNullable<RecipeDraft["error"]>): string {
  return errorText(new Failure(422, text, null, code as ErrorCode));
}
