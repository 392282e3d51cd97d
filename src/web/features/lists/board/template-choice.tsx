import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { useIsAdult } from "#web/sync/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import type { FieldError } from "#web/ui/controls/field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { Trash2 } from "#web/ui/icons.ts";
import { nameOf } from "../model/block-actions.ts";
import { type AnyTemplate, deleteTemplate, isReadyMade } from "../model/copies.ts";

const emptyList = "";
const shownItems = 5;

/** Field to choose a template for a new list. If `value` is null, the list will be empty. */
export function TemplateChoice(props: {
  templates: readonly AnyTemplate[];
  value: AnyTemplate | null;
  error: FieldError;
  onChange: (template: AnyTemplate | null) => void;
}) {
  const { copy } = useText().lists;
  const isAdult = useIsAdult();
  const { templates, value, error, onChange } = props;
  const options = templates.map(({ id, icon, name, visibility }) => ({
    value: id,
    label: `${icon} ${visibility === "personal" ? copy.onlyYours(name) : name}`,
  }));
  const remove = ({ id, name }: AnyTemplate) => {
    onChange(null);
    perform(deleteTemplate, { id, name });
  };
  return (
    <div className="lists-template">
      <Select
        label={copy.startFrom}
        value={value?.id ?? emptyList}
        options={[{ value: emptyList, label: copy.empty }, ...options]}
        error={error}
        onChange={(id) => onChange(templates.find((each) => each.id === id) ?? null)}
      />
      {value && <Preview template={value} />}
      {value && isAdult && !isReadyMade(value) && (
        <Button variant="quiet" size="s" icon={<Trash2 />} onClick={() => remove(value)}>
          {copy.delete}
        </Button>
      )}
    </div>
  );
}

function Preview({ template: { items } }: { template: AnyTemplate }) {
  const { copy } = useText().lists;
  const all = items.filter(({ type }) => type !== "divider");
  if (all.length === 0) return <p className="field-hint">{copy.noItems}</p>;
  const more = all.length - shownItems;
  return (
    <ul className="lists-template-items">
      {all.slice(0, shownItems).map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have nothing else, and may be alike
        <li key={index}>{nameOf(item)}</li>
      ))}
      {more > 0 && <li>{copy.more(more)}</li>}
    </ul>
  );
}
