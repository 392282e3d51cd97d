import { useState } from "preact/hooks";
import { ConfirmRequest } from "#web/forms/confirm-request.tsx";
import { PasswordField } from "#web/forms/password-field.tsx";
import { useRequest } from "#web/forms/use-request.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { api } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import { useHousehold } from "#web/sync/session.ts";
import { formatDay, formatInstantTime } from "#web/time/format.ts";
import { wallTime } from "#web/time/zone.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { Download, RotateCcw, Trash2 } from "#web/ui/icons.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { formatSize } from "./size.ts";
import type { Backup } from "./sources.ts";

export function BackupRow(props: { backup: Backup; isBusy: boolean; onRestore: () => void; onChange: () => void }) {
  const { settings, common } = useText();
  const { server: text } = settings;
  const { name, kind, bytes, isCopied } = props.backup;
  const [opened, setOpened] = useState<"download" | "delete" | null>(null);
  const taken = useMoment(props.backup.takenAt);
  return (
    <li className="settings-row">
      <span className="settings-row-text">
        <strong>{taken}</strong>
        <span className="soft small">
          {text.kinds[kind]} · {formatSize(bytes)}
          {isCopied && ` · ${text.isCopied}`}
        </span>
      </span>
      <Menu
        label={text.moreFor(taken)}
        items={[
          { label: text.download, icon: <Download />, onSelect: () => setOpened("download") },
          { label: text.restore, icon: <RotateCcw />, onSelect: props.onRestore, disabled: props.isBusy },
          {
            label: common.delete,
            icon: <Trash2 />,
            onSelect: () => setOpened("delete"),
            danger: true,
            disabled: props.isBusy,
          },
        ]}
      />
      {opened === "download" && <DownloadSheet name={name} taken={taken} onClose={() => setOpened(null)} />}
      {opened === "delete" && (
        <ConfirmRequest
          title={text.deleteTitle}
          confirm={common.delete}
          send={() => read(api.app.server.backups.delete(undefined, { query: { name } }))}
          kinds={[]}
          done={text.deleted}
          onClose={() => {
            setOpened(null);
            props.onChange();
          }}
        >
          <p>{text.deleteText(taken)}</p>
        </ConfirmRequest>
      )}
    </li>
  );
}

/** Formats an instant as a day and a time in the household's time zone. */
export function useMoment(instant: string): string {
  const { timeZone } = useHousehold();
  return `${formatDay(wallTime(instant, timeZone).day, "full")}, ${formatInstantTime(instant, timeZone)}`;
}

function DownloadSheet({ name, taken, onClose }: { name: string; taken: string; onClose: () => void }) {
  const { settings, common } = useText();
  const { server: text } = settings;
  const [password, setPassword] = useState("");
  const request = useRequest();
  const download = async () => {
    const answer = await request.send(() => read(api.app.server.backups.download.post({ name, password })));
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
          <Button type="submit" variant="primary" busy={request.isBusy} disabled={password === ""}>
            {text.download}
          </Button>
        </>
      }
    >
      <p>{text.downloadText}</p>
      <PasswordField label={text.password} value={password} onChange={setPassword} />
      <FormError error={request.error} />
    </Sheet>
  );
}
