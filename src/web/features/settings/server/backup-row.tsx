import { useState } from "preact/hooks";
import { ConfirmRemoval } from "#web/forms/edit-sheet.tsx";
import { PasswordField } from "#web/forms/password-field.tsx";
import { useCommand } from "#web/forms/use-command.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { RecordRow } from "#web/ui/display/record-row.tsx";
import { Download, RotateCcw, Trash2 } from "#web/ui/icons.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { useMomentOf } from "../dates.ts";
import { deleteBackup, prepareDownload } from "./commands.ts";
import { formatSize } from "./size.ts";
import type { Backup } from "./sources.ts";

export function BackupRow(props: { backup: Backup; isBusy: boolean; onRestore: () => void }) {
  const { settings, common } = useText();
  const { server: text } = settings;
  const { isBusy, onRestore } = props;
  const { name, kind, bytes, isCopied, takenAt } = props.backup;
  const [opened, setOpened] = useState<"download" | "delete" | null>(null);
  const taken = useMomentOf()(takenAt);
  const close = () => setOpened(null);
  const onDelete = () => setOpened("delete");
  return (
    <RecordRow
      title={taken}
      facts={[`${text.kinds[kind]} · ${formatSize(bytes)}${isCopied ? ` · ${text.isCopied}` : ""}`]}
      actions={
        <>
          <Menu
            label={text.moreFor(taken)}
            items={[
              { label: text.download, icon: <Download />, onSelect: () => setOpened("download") },
              { label: text.restore, icon: <RotateCcw />, onSelect: onRestore, disabled: isBusy },
              { label: common.delete, icon: <Trash2 />, onSelect: onDelete, danger: true, disabled: isBusy },
            ]}
          />
          {opened === "download" && <DownloadSheet name={name} taken={taken} onClose={close} />}
          {opened === "delete" && (
            <ConfirmRemoval
              title={text.deleteTitle}
              text={text.deleteText(taken)}
              confirm={common.delete}
              command={deleteBackup}
              variables={name}
              onClose={close}
            />
          )}
        </>
      }
    />
  );
}

function DownloadSheet({ name, taken, onClose }: { name: string; taken: string; onClose: () => void }) {
  const { settings, common } = useText();
  const { server: text } = settings;
  const [password, setPassword] = useState("");
  const { run, isBusy, error } = useCommand();
  const download = async () => {
    const answer = await run(prepareDownload, { name, password });
    if (answer === null) return;
    location.assign(answer.address);
    onClose();
  };
  return (
    <Sheet
      open
      size="s"
      onClose={onClose}
      onSubmit={() => void download()}
      title={text.downloadTitle}
      sub={taken}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={password === ""}>
            {text.download}
          </Button>
        </>
      }
    >
      <p>{text.downloadText}</p>
      <PasswordField label={text.password} value={password} onChange={setPassword} />
      <FormError error={error} />
    </Sheet>
  );
}
