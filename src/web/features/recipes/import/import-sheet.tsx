import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import type { RecipeDraft } from "../model/import.ts";
import { DraftForm } from "./draft-form.tsx";
import { FoundList } from "./found-list.tsx";
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
        address={source.way === "paste" ? source.addresses.trim() : null}
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
        <FoundList found={found} saved={saved} onOpen={setOpened} onClose={onClose} />
      </Sheet>
    );
  }
  return <SourceForm initial={source} onFound={show} onClose={onClose} />;
}
