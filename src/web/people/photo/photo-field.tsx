import { useState } from "preact/hooks";
import { ConfirmCommand } from "#web/forms/confirm-command.tsx";
import { pictureUpload } from "#web/forms/picture-command.ts";
import { PictureButton, UploadState, usePictureUpload } from "#web/forms/picture-upload.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { send } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";
import type { Member } from "#web/sync/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FieldSet } from "#web/ui/controls/field.tsx";
import { Camera, Image, Trash2 } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { type Crop, roundCrop } from "./crop.ts";
import { Cropper, type Cropping } from "./cropper.tsx";

/** Uploads a photo of a member. The server stores only the square `crop` of the picture. */
const uploadPhoto = pictureUpload({
  path: ({ memberId, crop: { x, y, size } }: { memberId: string; file: File; crop: Crop }) =>
    `/app/members/${encodeURIComponent(memberId)}/photo?x=${x}&y=${y}&size=${size}`,
  invalidates: ["member"],
  done: ({ settings }) => settings.photo.changed,
});

const removePhoto = command({
  send: ({ memberId }: { memberId: string }, api) => send(api.app.members({ id: memberId }).photo.delete()),
  invalidates: ["member"],
  done: ({ settings }) => settings.photo.changed,
});

/** Field for a member's photo. The photo is saved at once. The form around the field is saved separately. */
export function PhotoField({ member }: { member: Pick<Member, "id" | "photo"> }) {
  const { settings } = useText();
  const { photo: text } = settings;
  const [chosen, setChosen] = useState<File | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const upload = usePictureUpload();
  const choose = (file: File) => upload.check(file) && setChosen(file);
  return (
    <FieldSet label={text.label} hint={text.hint} className="picture-upload">
      <div className="picture-buttons">
        <PictureButton label={member.photo ? text.change : text.choose} icon={<Image />} onChoose={choose} />
        <PictureButton label={text.take} icon={<Camera />} onChoose={choose} isCamera />
        {member.photo && (
          <Button variant="quiet" icon={<Trash2 />} onClick={() => setRemoving(true)}>
            {text.remove}
          </Button>
        )}
      </div>
      {chosen === null && <UploadState {...upload} label={text.label} />}
      {chosen && <CropSheet memberId={member.id} file={chosen} onClose={() => setChosen(null)} upload={upload} />}
      {isRemoving && (
        <ConfirmCommand
          title={text.removeTitle}
          confirm={text.remove}
          command={removePhoto}
          variables={{ memberId: member.id }}
          onClose={() => setRemoving(false)}
        >
          {text.removeHint}
        </ConfirmCommand>
      )}
    </FieldSet>
  );
}

function CropSheet(props: {
  memberId: string;
  file: File;
  upload: ReturnType<typeof usePictureUpload>;
  onClose: () => void;
}) {
  const { settings, common, picture } = useText();
  const { photo: text } = settings;
  const { memberId, file, upload, onClose } = props;
  const [cropping, setCropping] = useState<Cropping | null>(null);
  const save = async () => {
    if (!cropping) return;
    const crop = roundCrop(cropping.crop, cropping.picture);
    if (await upload.run(uploadPhoto, { memberId, file, crop })) onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.cropTitle}
      size="s"
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" busy={upload.share !== null} disabled={!cropping}>
            {text.use}
          </Button>
        </>
      }
    >
      <Cropper
        file={file}
        value={cropping}
        onChange={setCropping}
        onUnreadable={() => upload.setError(picture.unreadable)}
      />
      <div className="picture-upload">
        <UploadState {...upload} label={text.label} />
      </div>
    </Sheet>
  );
}
