import { useId, useRef, useState } from "preact/hooks";
import { type Catalogue, useText } from "../../../i18n/catalogue.ts";
import { errorText } from "../../../sync/api/error-text.ts";
import { Failure, toFailure } from "../../../sync/api/failures.ts";
import { attempt } from "../../../sync/perform.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { ErrorNotice } from "../../../ui/display/notice.tsx";
import { Upload } from "../../../ui/icons.ts";

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
          // Choosing the same file again must fire another change event.
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

const maxPictureBytes = 8_388_608;
const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"];

/** `onProgress` gets the sent share, 0 to 1, which `fetch` does not report. @throws Failure, Unreachable */
function uploadCover(listId: string, file: File, onProgress: (share: number) => void): Promise<void> {
  const body = new FormData();
  body.append("file", file);
  const request = new XMLHttpRequest();
  request.responseType = "json";
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(toFailure(null, null));
    request.onload = () => {
      if (request.status === 200) return resolve();
      const names = ["X-Error-Code", "X-Error-Field", "Retry-After"];
      const headers = names.flatMap((name) => {
        const value = request.getResponseHeader(name);
        return value === null ? [] : [[name, value]];
      });
      reject(toFailure({ value: request.response as unknown }, { status: request.status, headers }));
    };
    request.open("POST", `/v1/lists/${encodeURIComponent(listId)}/cover`);
    request.send(body);
  });
}
