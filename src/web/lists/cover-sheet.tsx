import { type ReactNode, useState } from "react";
import { api, send } from "../api/client.ts";
import { attempt, perform } from "../data/perform.ts";
import { useText } from "../text/catalogue.ts";
import { Button } from "../ui/button.tsx";
import { Switch } from "../ui/choice.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Trash2 } from "../ui/icons.ts";
import { ErrorNotice } from "../ui/notice.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { hideCover } from "./board-writes.ts";
import { Attribution, CoverPicture } from "./cover.tsx";
import { CoverUpload } from "./cover-upload.tsx";
import { PhotoSearch } from "./photo-search.tsx";
import type { List } from "./source.ts";

/** What stands at the head of a list: a picture of one's own, a photo that is searched for, or its colours. */
export function CoverSheet({ list, onClose }: { list: List; onClose: () => void }) {
  const { lists } = useText();
  const { id, name, cover } = list;
  return (
    <Sheet open title={lists.cover.title} sub={name} onClose={onClose}>
      <div className="lists-form">
        <figure className="lists-cover-now" aria-label={lists.cover.now}>
          <CoverPicture cover={{ ...cover, hidden: false }} eager />
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

function RemoveCover({ listId }: { listId: string }): ReactNode {
  const { lists } = useText();
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const remove = async () => {
    setAsking(false);
    setError(await attempt(() => send(api.v1.lists({ id: listId }).cover.delete()), ["list"]));
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
        onConfirm={() => void remove()}
        title={lists.cover.removeTitle}
        confirm={lists.cover.remove}
        danger
      >
        {lists.cover.removeHint}
      </ConfirmDialog>
    </>
  );
}
