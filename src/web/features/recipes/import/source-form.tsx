import { useState } from "preact/hooks";
import { FormNotice } from "#web/forms/form.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { currentText } from "#web/page/text.ts";
import { errorText } from "#web/sync/api/error-text.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field, type FieldError } from "#web/ui/controls/field.tsx";
import { SegmentedControl } from "#web/ui/controls/segmented.tsx";
import { TextArea } from "#web/ui/controls/text-area.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { addressesIn, maxAddresses, type RecipeDraft, type RecipeSource, readRecipes } from "../model/import.ts";

const sources = ["web", "paste", "page"] as const;
const longestText = 100_000;

export type SourceDraft = {
  readonly kind: (typeof sources)[number];
  /** Web addresses, separated by spaces or line breaks. */
  readonly addresses: string;
  readonly text: string;
  /** Text that says why the page could not be read. Null if no page failed. */
  readonly reason: string | null;
};

type Props = {
  initial: SourceDraft;
  onFound: (drafts: readonly RecipeDraft[], source: SourceDraft) => void;
  onClose: () => void;
};

export function SourceForm({ initial, onFound, onClose }: Props) {
  const { recipes, common } = useText();
  const { import: text } = recipes;
  const [file, setFile] = useState<File | null>(null);
  const form = useDraft<SourceDraft, "file">(initial, {
    validate: (draft) => ({
      addresses: draft.kind === "web" ? addressFault(draft.addresses, text) : null,
      text: draft.kind === "paste" ? textFault(draft.text, recipes) : null,
      file: draft.kind === "page" && file === null ? text.noFile : null,
    }),
    fields: { url: "addresses", urls: "addresses" },
  });
  const { draft, errors, change } = form;
  const { length: count } = addressesIn(draft.addresses);
  const submit = async () => {
    if (form.isBusy || !form.check()) return;
    const source = sourceOf(draft, file);
    const found = source && (await form.run(readRecipes, source));
    if (!found) return;
    if (found.unreadable) change({ kind: "paste", reason: errorText(found.unreadable, currentText()) });
    else if (found.drafts.length > 0) onFound(found.drafts, draft);
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.title}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" busy={form.isBusy}>
            {common.next}
          </Button>
          <FormNotice form={form} />
        </>
      }
    >
      <SegmentedControl
        label={text.title}
        value={draft.kind}
        segments={sources.map((value) => ({ value, label: text.sources[value] }))}
        onChange={(kind) => change({ kind, reason: null })}
        wide
      />
      {draft.reason !== null && <ErrorNotice title={draft.reason}>{text.howToCopy}</ErrorNotice>}
      {draft.kind === "web" && (
        <TextArea
          label={text.addresses}
          hint={text.addressesHint}
          inputMode="url"
          autoCapitalize="none"
          rows={2}
          value={draft.addresses}
          onChange={(addresses) => change({ addresses })}
          error={errors.addresses}
        />
      )}
      {draft.kind === "paste" && (
        <TextArea
          label={text.pasted}
          hint={text.pastedHint}
          rows={8}
          value={draft.text}
          onChange={(typed) => change({ text: typed })}
          error={errors.text}
        />
      )}
      {draft.kind === "page" && <PageField onChoose={setFile} error={errors.file} />}
      {form.isBusy && draft.kind === "web" && (
        <>
          <p role="status" className="soft">
            {text.reading(Math.round((form.share ?? 0) * count), count)}
          </p>
          <Skeletons label={text.reading(0, 1)} count={3} height="2.75rem" />
        </>
      )}
    </Sheet>
  );
}

/** Returns the source that the user has chosen. Returns null if the source is a file, but no file is chosen. */
function sourceOf({ kind, addresses, text }: SourceDraft, file: File | null): RecipeSource | null {
  if (kind === "paste") return { text };
  if (kind === "page") return file && { file };
  return { addresses: addressesIn(addresses) };
}

function PageField({ onChoose, error }: { onChoose: (file: File | null) => void; error: FieldError }) {
  const { recipes } = useText();
  const { import: text } = recipes;
  return (
    <Field label={text.page} hint={text.pageHint} error={error}>
      {(control) => (
        <input
          {...control}
          className="input"
          type="file"
          accept=".html,.htm,.mhtml,text/html"
          onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0] ?? null)}
        />
      )}
    </Field>
  );
}

function addressFault(typed: string, text: Catalogue["recipes"]["import"]): string | null {
  const count = addressesIn(typed).length;
  if (count === 0) return text.noAddress;
  return count > maxAddresses ? text.tooManyAddresses(maxAddresses) : null;
}

function textFault(typed: string, { import: text, errors }: Catalogue["recipes"]): string | null {
  if (typed.trim() === "") return text.noText;
  return typed.length > longestText ? errors.tooLong(longestText) : null;
}
