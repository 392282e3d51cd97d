import { useRef } from "preact/hooks";
import { useLocation } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import type { Handle } from "#web/sync/outbox.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { type Look, LookFields, VisibilityField } from "../list/list-look.tsx";
import { type AnyTemplate, templatesSource } from "../model/copies.ts";
import { guessIcon } from "../model/guess-icon.ts";
import { makeList } from "../model/new-list.ts";
import { readyMadeLists } from "../model/ready-made.ts";
import type { List, Section } from "../model/source.ts";
import { TemplateChoice } from "./template-choice.tsx";

const otherSection = "other";

type Draft = Look & {
  template: AnyTemplate | null;
  visibility: List["visibility"];
  section: string;
  sectionName: string;
};

type Props = { sections: readonly Section[]; sectionId: string | null; onClose: () => void };

export function NewListSheet({ sections, sectionId, onClose }: Props) {
  const { lists, readyMade } = useText();
  const { data } = useSource(templatesSource, {});
  const templates = [...(data?.templates ?? []), ...readyMadeLists(readyMade)];
  const [, navigate] = useLocation();
  const isNew = (section: string) => section === otherSection;
  const form = useDraft<Draft>(
    {
      template: null,
      name: "",
      icon: null,
      colorKey: null,
      visibility: "shared",
      section: sectionId ?? sections[0]?.id ?? otherSection,
      sectionName: sections.length === 0 ? lists.form.firstSection : "",
    },
    {
      validate: ({ name, section, sectionName }) => ({
        name: name.trim() ? null : lists.form.nameMissing,
        sectionName: isNew(section) && !sectionName.trim() ? lists.form.sectionMissing : null,
      }),
      fields: { sectionId: "section", templateId: "template" },
    },
  );
  const { draft, errors, change } = form;
  const nameField = useRef<HTMLInputElement>(null);
  const make = async () => {
    if (!form.check()) return;
    const { template, colorKey, visibility, section } = draft;
    const name = draft.name.trim();
    const icon = draft.icon ?? guessIcon(name);
    const own = isNew(section) ? { name: draft.sectionName.trim() } : { id: section };
    let id = "";
    const saved = await form.submit((): readonly Handle<unknown>[] => {
      // After a refused list, the next attempt reuses the section that was created.
      const made = makeList({ name, icon, colorKey, visibility, template, section: own }, (madeId) =>
        change({ section: madeId }),
      );
      id = made.id;
      return made.handles;
    });
    if (saved) navigate(addressOf({ type: "list", id }, { add: template ? null : 1 }), { replace: true });
  };
  const start = (template: AnyTemplate | null) => {
    const isOwnName = draft.name !== "" && draft.name !== draft.template?.name;
    change({
      template,
      icon: template?.icon ?? null,
      colorKey: template?.colorKey ?? null,
      visibility: template?.visibility ?? "shared",
      ...(isOwnName ? {} : { name: template?.name ?? "" }),
    });
  };
  const choices = [
    ...sections.map(({ id, name }) => ({ value: id, label: name })),
    { value: otherSection, label: lists.form.otherSection },
  ];
  return (
    <Sheet
      open
      title={lists.form.newTitle}
      onClose={onClose}
      onSubmit={() => void make()}
      initialFocus={nameField}
      footer={<FormFooter form={form} onCancel={onClose} save={lists.form.create} />}
    >
      <div className="lists-form">
        <TemplateChoice templates={templates} value={draft.template} error={errors.template} onChange={start} />
        <LookFields {...form} nameRef={nameField} />
        <Select
          label={lists.form.section}
          value={draft.section}
          options={choices}
          error={errors.section}
          onChange={(section) => change({ section })}
        />
        {isNew(draft.section) && (
          <TextField
            label={lists.form.sectionName}
            value={draft.sectionName}
            maxLength={200}
            error={errors.sectionName}
            onChange={(sectionName) => change({ sectionName })}
          />
        )}
        <VisibilityField
          value={draft.visibility}
          error={errors.visibility}
          onChange={(visibility) => change({ visibility })}
        />
      </div>
    </Sheet>
  );
}
