import { useState } from "preact/hooks";
import type { ErrorCode } from "#lib/errors.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { currentText } from "#web/page/text.ts";
import { errorText } from "#web/sync/api/error-text.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Check } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { isForPasting, type RecipeDraft, sourceIn } from "../model/import.ts";
import { DraftForm } from "./draft-form.tsx";
import { type SourceDraft, SourceForm } from "./source-form.tsx";

/**
 * Sheet to import recipes. `address` is the web address that was shared with the app. It is empty if no address was
 * shared.
 */
export function ImportSheet({ address, onClose }: { address: string; onClose: () => void }) {
  const { recipes: text } = useText();
  const [source, setSource] = useState<SourceDraft>({ kind: "web", addresses: address, text: "", reason: null });
  const [found, setFound] = useState<readonly RecipeDraft[]>([]);
  const [opened, setOpened] = useState<RecipeDraft | null>(null);
  /** Keys of the drafts that are saved already. */
  const [saved, setSaved] = useState<readonly string[]>([]);
  /**
   * Draft of the unreadable page whose text the user is pasting at the moment. Null at all other times, and if the user
   * imports only one page.
   */
  const [pasted, setPasted] = useState<RecipeDraft | null>(null);
  const isMany = found.length > 1;
  const show = (drafts: readonly RecipeDraft[], from: SourceDraft) => {
    setSource(from);
    if (!pasted) setFound(drafts);
    if (pasted || drafts.length === 1) setOpened(drafts[0] ?? null);
  };
  if (opened?.recipe) {
    return (
      <DraftForm
        key={opened.id}
        draft={opened}
        address={source.kind === "paste" ? sourceIn(source.addresses) : null}
        onBack={() => setOpened(null)}
        onSaved={() => {
          setSaved([...saved, draftKey(pasted ?? opened)]);
          setOpened(null);
          setPasted(null);
        }}
        leadsThere={!isMany}
      />
    );
  }
  if (isMany && !pasted) {
    return (
      <Sheet open onClose={onClose} title={text.import.title} sub={text.import.foundHint}>
        <FoundList
          found={found}
          saved={saved}
          onOpen={setOpened}
          onPaste={(draft, reason) => {
            setSource({ kind: "paste", addresses: draft.url ?? "", text: "", reason });
            setPasted(draft);
          }}
          onClose={onClose}
        />
      </Sheet>
    );
  }
  return <SourceForm initial={source} onFound={show} onClose={pasted ? () => setPasted(null) : onClose} />;
}

/**
 * Returns the key of a draft: its id, or the address of its page if the draft has no id. A draft has no id if its page
 * could not be read.
 */
function draftKey({ id, url }: RecipeDraft): string {
  return id ?? url ?? "";
}

/** List of the imported web pages: those from which a recipe was read, and those that could not be read. */
function FoundList(props: {
  found: readonly RecipeDraft[];
  saved: readonly string[];
  onOpen: (draft: RecipeDraft) => void;
  onPaste: (draft: RecipeDraft, reason: string) => void;
  onClose: () => void;
}) {
  const { recipes, common } = useText();
  const { import: text } = recipes;
  const { found, saved, onOpen, onPaste, onClose } = props;
  return (
    <>
      <ul className="recipes-found">
        {found.map((draft) => {
          const isSaved = saved.includes(draftKey(draft));
          return (
            <li key={draftKey(draft)}>
              <span className="recipes-found-text">
                <strong>{draft.recipe?.name ?? draft.url}</strong>
                <span className="small soft">
                  {draft.error && !isSaved ? refusalOf(draft.error) : draft.recipe?.sourceName}
                </span>
              </span>
              {draft.error && !isSaved && isForPasting(failureOf(draft.error)) && (
                <Button size="s" onClick={() => onPaste(draft, refusalOf(draft.error))}>
                  {text.sources.paste}
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
  return errorText(failureOf(error), currentText());
}
