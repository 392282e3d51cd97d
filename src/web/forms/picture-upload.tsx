import { useState } from "preact/hooks";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { attempt } from "#web/page/sync.ts";
import { errorText } from "#web/sync/api/error-text.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { uploadFile } from "#web/sync/api/upload.ts";
import { FileButton } from "#web/ui/controls/file-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { ErrorNotice } from "#web/ui/display/notice.tsx";

const maxBytes = 8_388_608;
const types = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"];

/**
 * Button to choose a picture. With `isCamera`, the button takes a picture with the camera. This button is hidden on
 * devices with a mouse, because their browsers open a file chooser instead.
 */
export function PictureButton(props: Omit<Parameters<typeof FileButton>[0], "accept">) {
  return <FileButton {...props} accept={types.join(",")} className={cx(props.isCamera && "picture-camera")} />;
}

/**
 * Returns functions to upload a picture. `check` reports a file that cannot be used. `send` resolves to true if the
 * server stored the picture.
 */
export function usePictureUpload() {
  const { picture } = useText();
  /** Share of the picture that is sent, 0 to 1. Null while no upload is running. */
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const check = (file: File): boolean => {
    const fault = !types.includes(file.type) ? picture.wrongType : file.size > maxBytes ? picture.tooLarge : null;
    setError(fault);
    return fault === null;
  };
  const send = async (address: string, file: File, kinds: Parameters<typeof attempt>[1]): Promise<boolean> => {
    if (share !== null || !check(file)) return false;
    setShare(0);
    const refused = await attempt(
      () => uploadFile(address, file, setShare),
      kinds,
      (failure) => refusalText(failure, picture),
    );
    setShare(null);
    setError(refused);
    return refused === null;
  };
  return { share, error, setError, check, send };
}

export function UploadState({ share, error, label }: { share: number | null; error: string | null; label: string }) {
  const { picture } = useText();
  return (
    <>
      <div role="status">
        {share !== null && (
          <>
            <progress value={share} max={1} aria-label={label} />
            <span className="small">{share < 1 ? picture.uploading(Math.round(share * 100)) : picture.preparing}</span>
          </>
        )}
      </div>
      {error && <ErrorNotice title={error} />}
    </>
  );
}

function refusalText(error: unknown, picture: Catalogue["picture"]): string {
  const { status = 0, code = null, field = null } = error instanceof Failure ? error : {};
  if (status === 413) return picture.tooLarge;
  if (status === 415) return picture.wrongType;
  if (code !== "unprocessable") return errorText(error);
  return field === "file" ? picture.tooManyPixels : picture.unreadable;
}
