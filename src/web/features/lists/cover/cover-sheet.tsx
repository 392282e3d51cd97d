import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { PictureButton, UploadState, usePictureUpload } from "#web/forms/picture-upload.tsx";
import { useCommand } from "#web/forms/use-command.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Switch } from "#web/ui/controls/choice.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Trash2, Upload } from "#web/ui/icons.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { hideCover } from "../model/board-writes.ts";
import { removeCover, uploadCover } from "../model/cover-commands.ts";
import type { ListSummary } from "../model/source.ts";
import { Attribution, CoverPicture } from "./cover.tsx";
import { PhotoSearch } from "./photo-search.tsx";

export function CoverSheet({ list, onClose }: { list: ListSummary; onClose: () => void }) {
  const { lists } = useText();
  const { id, name, cover } = list;
  return (
    <Sheet open title={lists.cover.title} sub={name} onClose={onClose}>
      <div className="lists-form">
        <figure className="lists-cover-now" aria-label={lists.cover.now}>
          <CoverPicture list={{ ...list, cover: { ...cover, hidden: false } }} eager />
          {cover.attribution && <Attribution attribution={cover.attribution} />}
        </figure>
        <Switch
          label={lists.cover.hidden}
          hint={lists.cover.hiddenHint}
          checked={cover.hidden}
          onChange={(hidden) => perform(hideCover, { id, name, hidden })}
        />
        <CoverUpload listId={id} />
        {cover.url && <RemoveCover listId={id} />}
        <PhotoSearch listId={id} />
      </div>
    </Sheet>
  );
}

function CoverUpload({ listId }: { listId: string }) {
  const { lists, picture } = useText();
  const { upload: label } = lists.cover;
  const hint = useId();
  const upload = usePictureUpload();
  return (
    <div className="picture-upload">
      <PictureButton
        label={label}
        icon={<Upload />}
        busy={upload.share !== null}
        aria-describedby={hint}
        onChoose={(file) => void upload.run(uploadCover, { listId, file })}
      />
      <p id={hint} className="soft small">
        {picture.types}
      </p>
      <UploadState {...upload} label={label} />
    </div>
  );
}

function RemoveCover({ listId }: { listId: string }): ComponentChildren {
  const { lists } = useText();
  const [isAsking, setAsking] = useState(false);
  const { run, error } = useCommand();
  const remove = () => {
    setAsking(false);
    void run(removeCover, { listId });
  };
  return (
    <>
      <Button variant="quiet" icon={<Trash2 />} onClick={() => setAsking(true)}>
        {lists.cover.remove}
      </Button>
      {error && <ErrorNotice title={error} />}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
        title={lists.cover.removeTitle}
        confirm={lists.cover.remove}
        danger
      >
        {lists.cover.removeHint}
      </ConfirmDialog>
    </>
  );
}
