import { useId } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { PictureButton, UploadState, usePictureUpload } from "../../../ui/forms/picture-upload.tsx";
import { Upload } from "../../../ui/icons.ts";

export function CoverUpload({ listId }: { listId: string }) {
  const { lists, picture } = useText();
  const { upload: label } = lists.cover;
  const hint = useId();
  const upload = usePictureUpload();
  const address = `/v1/lists/${encodeURIComponent(listId)}/cover`;
  return (
    <div className="picture-upload">
      <PictureButton
        label={label}
        icon={<Upload />}
        busy={upload.share !== null}
        aria-describedby={hint}
        onChoose={(file) => void upload.send(address, file, ["list"])}
      />
      <p id={hint} className="soft small">
        {picture.types}
      </p>
      <UploadState {...upload} label={label} />
    </div>
  );
}
