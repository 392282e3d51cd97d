import { useText } from "../../../i18n/catalogue.ts";
import { FieldSet } from "../../../ui/controls/field.tsx";
import { SegmentedControl } from "../../../ui/controls/segmented.tsx";
import { Lock, Users } from "../../../ui/icons.ts";
import type { List } from "../model/source.ts";

/** Who sees a list. */
export function VisibilityField(props: {
  value: List["visibility"];
  onChange: (visibility: List["visibility"]) => void;
}) {
  const { form } = useText().lists;
  return (
    <FieldSet label={form.visibility} hint={props.value === "personal" ? form.personalHint : form.sharedHint}>
      <SegmentedControl
        label={form.visibility}
        value={props.value}
        wide
        segments={[
          { value: "shared", label: form.shared, icon: <Users /> },
          { value: "personal", label: form.personal, icon: <Lock /> },
        ]}
        onChange={props.onChange}
      />
    </FieldSet>
  );
}
