import { useRef, useState } from "preact/hooks";
import { useLocation } from "wouter";
import { useText } from "../../../i18n/catalogue.ts";
import { provisionalId } from "../../../sync/ids.ts";
import { announceBatch, perform } from "../../../sync/perform.ts";
import { Select } from "../../../ui/controls/select.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { FormFooter } from "../../../ui/forms/form-footer.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { type Look, LookFields } from "../list/list-look.tsx";
import { VisibilityField } from "../list/visibility-field.tsx";
import { createList, createSection, setList } from "../model/board-writes.ts";
import type { List, Section } from "../model/source.ts";

const otherSection = "other";

type Props = { sections: readonly Section[]; sectionId: string | null; onClose: () => void };

/** Makes a list, and the section that it is to stand in where there is none yet; then opens it. */
export function NewListSheet({ sections, sectionId, onClose }: Props) {
  const { lists } = useText();
  const [, navigate] = useLocation();
  const [look, setLook] = useState<Look>({ name: "", icon: null, colorKey: null });
  const [visibility, setVisibility] = useState<List["visibility"]>("shared");
  const [section, setSection] = useState(sectionId ?? sections[0]?.id ?? otherSection);
  const [sectionName, setSectionName] = useState(sections.length === 0 ? lists.form.firstSection : "");
  const name = useRef<HTMLInputElement>(null);
  const [isTried, setTried] = useState(false);
  const isNewSection = section === otherSection;
  const make = () => {
    setTried(true);
    const wanted = look.name.trim();
    if (!wanted || (isNewSection && !sectionName.trim())) return;
    const id = provisionalId();
    const settings = {
      ...(look.icon === null ? {} : { icon: look.icon }),
      ...(look.colorKey === null ? {} : { colorKey: look.colorKey }),
    };
    const quiet = { told: null };
    const inSection = isNewSection ? provisionalId() : section;
    const around = isNewSection ? [perform(createSection, { id: inSection, name: sectionName.trim() }, quiet)] : [];
    const made = perform(createList, { id, name: wanted, sectionId: inSection, visibility }, quiet);
    const set = Object.keys(settings).length > 0 ? [perform(setList, { id, name: wanted, settings }, quiet)] : [];
    announceBatch([...around, made, ...set], lists.told.listAdded(wanted));
    navigate(`/lists/${id}?add=1`, { replace: true });
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
      onSubmit={make}
      initialFocus={name}
      footer={<FormFooter onCancel={onClose} save={lists.form.create} />}
    >
      <div className="lists-form">
        <LookFields look={look} onChange={setLook} isNameMissing={isTried} nameRef={name} />
        <Select label={lists.form.section} value={section} options={choices} onChange={setSection} />
        {isNewSection && (
          <TextField
            label={lists.form.sectionName}
            value={sectionName}
            maxLength={200}
            error={isTried && !sectionName.trim() ? lists.form.sectionMissing : null}
            onChange={setSectionName}
          />
        )}
        <VisibilityField value={visibility} onChange={setVisibility} />
      </div>
    </Sheet>
  );
}
