import { useState } from "preact/hooks";
import type { ErrorCode } from "../../../../errors.ts";
import { useText } from "../../../i18n/catalogue.ts";
import { errorText } from "../../../sync/api/error-text.ts";
import { Failure } from "../../../sync/api/failures.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Check } from "../../../ui/icons.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { isForPasting, type RecipeDraft, sourceIn } from "../model/import.ts";
import { DraftForm } from "./draft-form.tsx";
import { type SourceDraft, SourceForm } from "./source-form.tsx";

/** `address`: shared with the app. */
export function ImportSheet({ address, onClose }: { address: string; onClose: () => void }) {
  const { recipes: text } = useText();
  const [source, setSource] = useState<SourceDraft>({ way: "web", addresses: address, text: "", reason: null });
  const [found, setFound] = useState<readonly RecipeDraft[]>([]);
  const [opened, setOpened] = useState<RecipeDraft | null>(null);
  const [saved, setSaved] = useState<readonly string[]>([]);
  const show = (drafts: readonly RecipeDraft[], from: SourceDraft) => {
    setSource(from);
    setFound(drafts);
    setOpened(drafts.length === 1 ? (drafts[0] ?? null) : null);
  };
  const [only] = found.length === 1 ? found : [];
  const title = text.import.title;
  if (opened?.recipe) {
    return (
      <DraftForm
        key={opened.id}
        draft={opened}
        address={source.way === "paste" ? sourceIn(source.addresses) : null}
        onBack={() => {
          setOpened(null);
          if (only) setFound([]);
        }}
        onSaved={() => {
          setSaved(opened.id === null ? saved : [...saved, opened.id]);
          setOpened(null);
        }}
        leadsThere={only !== undefined}
      />
    );
  }
  if (found.length > 1) {
    return (
      <Sheet open onClose={onClose} title={title} sub={text.import.foundHint}>
        <FoundList
          found={found}
          saved={saved}
          onOpen={setOpened}
          onPaste={(url, reason) => {
            setFound([]);
            setSource({ way: "paste", addresses: url, text: "", reason });
          }}
          onClose={onClose}
        />
      </Sheet>
    );
  }
  return <SourceForm initial={source} onFound={show} onClose={onClose} />;
}

/** The recipes of several addresses. */
function FoundList(props: {
  found: readonly RecipeDraft[];
  saved: readonly string[];
  onOpen: (draft: RecipeDraft) => void;
  onPaste: (url: string, reason: string) => void;
  onClose: () => void;
}) {
  const { recipes, common } = useText();
  const { import: text } = recipes;
  const { found, saved, onOpen, onPaste, onClose } = props;
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
              {draft.error && isForPasting(failureOf(draft.error)) && (
                <Button size="s" onClick={() => onPaste(draft.url ?? "", refusalOf(draft.error))}>
                  {text.ways.paste}
                </Button>
              )}
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

type Refusal = RecipeDraft["error"];

function failureOf(error: Refusal): Failure {
  return new Failure(422, error?.text ?? "", null, (error?.code ?? null) as ErrorCode | null);
}

function refusalOf(error: Refusal): string {
  return errorText(failureOf(error));
}
