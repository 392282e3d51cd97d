import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { PersonPicker } from "../../../people/person-picker.tsx";
import { api, read } from "../../../sync/api/client.ts";
import { invalidate } from "../../../sync/client.ts";
import { type Member, useMembers } from "../../../sync/session.ts";
import { useSource } from "../../../sync/use-source.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { SegmentedControl } from "../../../ui/controls/segmented.tsx";
import { FormError } from "../../../ui/forms/form.tsx";
import { useRequest } from "../../../ui/forms/use-request.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { toasts } from "../../../ui/overlay/toast-store.ts";
import { openTasks } from "../../tasks/model/source.ts";
import { isOnlyOwner } from "./member-row.tsx";

export function RemoveSheet(props: { member: Member; viewer: Member; onClose: () => void }) {
  const { member, viewer, onClose } = props;
  const { settings, common } = useText();
  const { members: text } = settings;
  const members = useMembers();
  const { data: tasks } = useSource(openTasks, {});
  const others = members.filter(({ id }) => id !== member.id);
  const [heir, setHeir] = useState<string | null>((others.find(({ id }) => id === viewer.id) ?? others[0])?.id ?? null);
  const [personalLists, setPersonalLists] = useState<"share" | "delete">("share");
  const request = useRequest();
  const open = tasks?.tasks.filter(({ memberId }) => memberId === member.id).length ?? 0;
  const isFixed = isOnlyOwner(member, members);
  const remove = async () => {
    const query = { personalLists, ...(heir !== null && { reassignTo: heir }) };
    const removed = await request.send(() => read(api.app.members({ id: member.id }).delete(undefined, { query })));
    if (!removed) return;
    onClose();
    invalidate(["all"]);
    toasts.show({ message: text.removed(member.name) });
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.removeTitle(member.name)}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          {!isFixed && (
            <Button variant="danger" busy={request.isBusy} onClick={() => void remove()}>
              {text.removeConfirm(member.name)}
            </Button>
          )}
        </>
      }
    >
      <p>{isFixed ? text.lastOwner : text.removeText(member.name)}</p>
      {!isFixed && (
        <>
          {open > 0 && <PersonPicker label={text.removeTasks(open)} people={others} value={heir} onChange={setHeir} />}
          <div className="field">
            <span className="field-label" aria-hidden="true">
              {text.removeLists}
            </span>
            <SegmentedControl
              label={text.removeLists}
              wide
              value={personalLists}
              onChange={setPersonalLists}
              segments={[
                { value: "share", label: text.removeShare },
                { value: "delete", label: text.removeDelete },
              ]}
            />
          </div>
        </>
      )}
      <FormError error={request.error} />
    </Sheet>
  );
}
