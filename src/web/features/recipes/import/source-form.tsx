import { useState } from "preact/hooks";
import { FormNotice } from "#web/forms/form.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { errorText } from "#web/sync/api/error-text.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { uploadFile } from "#web/sync/api/upload.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field, type FieldError } from "#web/ui/controls/field.tsx";
import { SegmentedControl } from "#web/ui/controls/segmented.tsx";
import { TextArea } from "#web/ui/controls/text-area.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { addressesIn, isForPasting, maxAddresses, type RecipeDraft, readDrafts, readMany } from "../model/import.ts";

const sources = ["web", "paste", "page"] as const;
const longestText = 100_000;

export type SourceDraft = {
  readonly way: (typeof sources)[number];
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
  /** Number of web addresses that have been read. Only used for several addresses. */
  const [done, setDone] = useState(0);
  const form = useDraft<SourceDraft, "file">(initial, {
    validate: (draft) => ({
      addresses: draft.way === "web" ? addressFault(draft.addresses, text) : null,
      text: draft.way === "paste" ? textFault(draft.text, recipes) : null,
      file: draft.way === "page" && file === null ? text.noFile : null,
    }),
    fields: { url: "addresses", urls: "addresses" },
  });
  const { draft, errors, change } = form;
  const ask = async (): Promise<readonly RecipeDraft[]> => {
    if (draft.way === "paste") return (await readDrafts({ text: draft.text })).drafts;
    if (draft.way === "page")
      return file ? [await uploadFile<RecipeDraft>("/app/recipes/drafts/page", file, () => {})] : [];
    const [first = "", ...others] = addressesIn(draft.addresses);
    if (others.length === 0) return (await readDrafts({ url: first })).drafts;
    return readMany([first, ...others], setDone);
  };
  const submit = async () => {
    if (form.isBusy || !form.check()) return;
    let reason: string | null = null;
    const found = await form.send(() =>
      ask().catch((error: unknown) => {
        if (draft.way !== "web" || !isForPasting(error)) throw asAnswerOfPage(error);
        reason = errorText(error);
        return [];
      }),
    );
    if (reason !== null) return change({ way: "paste", reason });
    if (found && found.length > 0) onFound(found, draft);
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
        value={draft.way}
        segments={sources.map((value) => ({ value, label: text.ways[value] }))}
        onChange={(way) => change({ way, reason: null })}
        wide
      />
      {draft.reason !== null && <ErrorNotice title={draft.reason}>{text.howToCopy}</ErrorNotice>}
      {draft.way === "web" && (
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
      {draft.way === "paste" && (
        <TextArea
          label={text.pasted}
          hint={text.pastedHint}
          rows={8}
          value={draft.text}
          onChange={(typed) => change({ text: typed })}
          error={errors.text}
        />
      )}
      {draft.way === "page" && <PageField onChoose={setFile} error={errors.file} />}
      {form.isBusy && draft.way === "web" && (
        <>
          <p role="status" className="soft">
            {text.reading(done, addressesIn(draft.addresses).length)}
          </p>
          <Skeletons label={text.reading(done, 1)} count={3} height="2.75rem" />
        </>
      )}
    </Sheet>
  );
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

/**
 * Returns the error to show. The server's error `upstream_failed` means that another server did not respond properly.
 * Here, this is the server of the recipe's page, so the error is shown at the address field. All other errors are
 * returned unchanged.
 */
function asAnswerOfPage(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== "upstream_failed") return error;
  return new Failure(error.status, error.message, error.retryAfterMs, "no_answer", "url");
}
