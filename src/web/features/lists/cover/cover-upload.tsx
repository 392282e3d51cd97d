import { useId, useRef, useState } from "preact/hooks";
import { type Catalogue, useText } from "../../../i18n/catalogue.ts";
import { errorText } from "../../../sync/api/error-text.ts";
import { Failure } from "../../../sync/api/failures.ts";
import { attempt } from "../../../sync/perform.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { ErrorNotice } from "../../../ui/display/notice.tsx";
import { Upload } from "../../../ui/icons.ts";
import { maxPictureBytes, pictureTypes, uploadCover } from "../model/upload.ts";

/** A picture of one's own, with how far it is on its way. */
export function CoverUpload({ listId }: { listId: string }) {
  const { cover } = useText().lists;
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setError(null);
    if (!pictureTypes.includes(file.type)) return setError(cover.wrongType);
    if (file.size > maxPictureBytes) return setError(cover.tooLarge);
    setShare(0);
    setError(
      await attempt(
        () => uploadCover(listId, file, setShare),
        ["list"],
        (error) => refusalText(error, cover),
      ),
    );
    setShare(null);
  };
  return (
    <div className="lists-upload">
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join(",")}
        hidden
        aria-label={cover.upload}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          // The same file again is a change again.
          event.currentTarget.value = "";
        }}
      />
      <Button icon={<Upload />} busy={share !== null} aria-describedby={hint} onClick={() => input.current?.click()}>
        {cover.upload}
      </Button>
      <p id={hint} className="soft small">
        {cover.types}
      </p>
      <div role="status">
        {share !== null && (
          <>
            <progress value={share} max={1} aria-label={cover.upload} />
            <span className="small">{share < 1 ? cover.uploading(Math.round(share * 100)) : cover.preparing}</span>
          </>
        )}
      </div>
      {error && <ErrorNotice title={error} />}
    </div>
  );
}

function refusalText(error: unknown, cover: Catalogue["lists"]["cover"]): string {
  const { status = 0, code = null, field = null } = error instanceof Failure ? error : {};
  if (status === 413) return cover.tooLarge;
  if (status === 415) return cover.wrongType;
  if (code !== "unprocessable") return errorText(error);
  return field === "file" ? cover.tooManyPixels : cover.unreadable;
}
