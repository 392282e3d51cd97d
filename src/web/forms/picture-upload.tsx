import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import type { Command } from "#web/sync/command.ts";
import { FileButton } from "#web/ui/controls/file-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { useCommand } from "./use-command.ts";

const maxBytes = 8_388_608;
const types = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"];

/**
 * Button to choose a picture. If `isCamera`, the button takes a picture with the camera. Such a button is hidden on
 * computers with a mouse, because their browsers open a file chooser instead of the camera.
 */
export function PictureButton(props: Omit<Parameters<typeof FileButton>[0], "accept">) {
  return <FileButton {...props} accept={types.join(",")} className={cx(props.isCamera && "picture-camera")} />;
}

/**
 * Returns functions to upload a picture, and the state of the upload. `check` returns whether a file can be used. If
 * not, `check` sets `error`. `run` runs a command of {@link pictureUpload}. It resolves to true if the server stored
 * the picture, and to false otherwise.
 */
export function usePictureUpload() {
  const { picture } = useText();
  const upload = useCommand();
  const [fault, setFault] = useState<string | null>(null);
  const setError = (message: string | null) => {
    upload.clear();
    setFault(message);
  };
  const check = (file: File): boolean => {
    const found = !types.includes(file.type) ? picture.wrongType : file.size > maxBytes ? picture.tooLarge : null;
    setError(found);
    return found === null;
  };
  const run = async <Variables extends { readonly file: File }>(
    command: Command<Variables, unknown>,
    variables: Variables,
  ): Promise<boolean> => {
    if (upload.isBusy || !check(variables.file)) return false;
    return (await upload.run(command, variables)) !== null;
  };
  return { share: upload.share, error: fault ?? upload.error, setError, check, run };
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
