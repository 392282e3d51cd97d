import { useState } from "preact/hooks";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { errorText } from "#web/sync/api/error-text.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { FileButton } from "#web/ui/controls/file-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Upload } from "#web/ui/icons.ts";
import { Part } from "../part.tsx";
import { ImportSheet } from "./import-sheet.tsx";
import { discardImport, type Import, upload } from "./sources.ts";

const maxBytes = 20_971_520;

export function ImportPart() {
  const { imports: text } = useText().settings.calendars;
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const [chosen, setChosen] = useState<{ readonly file: File; readonly found: Import } | null>(null);
  const read = async (file: File | undefined) => {
    if (!file || share !== null) return;
    if (file.size > maxBytes) return setError(text.tooLarge);
    setError(null);
    setShare(0);
    try {
      setChosen({ file, found: await upload(file, setShare) });
    } catch (failure) {
      setError(refusalText(failure, text));
    }
    setShare(null);
  };
  const close = () => {
    if (chosen) void discardImport(chosen.found.id);
    setChosen(null);
  };
  const finish = () => setChosen((shown) => (shown === chosen ? null : shown));
  return (
    <Part title={text.title} section="import">
      <p className="soft">{text.intro}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same */}
      <div
        className={cx("calendars-drop", isOver && "is-over")}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void read(event.dataTransfer?.files[0]);
        }}
      >
        <FileButton
          label={text.choose}
          icon={<Upload />}
          accept=".ics,.ical,.ifb,.icalendar,text/calendar"
          busy={share !== null}
          onChoose={(file) => void read(file)}
        />
        <span className="soft small calendars-drop-hint">{text.drop}</span>
      </div>
      <div role="status">
        {share !== null && (
          <>
            <p className="small">{share < 1 ? text.uploading : text.reading}</p>
            <progress
              className="server-progress"
              aria-label={text.uploading}
              max={1}
              {...(share < 1 ? { value: share } : {})}
            />
          </>
        )}
      </div>
      {error && <ErrorNotice title={error}>{text.nothingLost}</ErrorNotice>}
      {chosen && <ImportSheet key={chosen.found.id} {...chosen} onDone={finish} onClose={close} />}
    </Part>
  );
}

function refusalText(error: unknown, text: Catalogue["settings"]["calendars"]["imports"]): string {
  const { status = 0, code = null } = error instanceof Failure ? error : {};
  if (status === 413) return text.tooLarge;
  if (code === "no_calendar") return text.noCalendar;
  return code === "limit_reached" ? text.tooMany : errorText(error);
}
