import { Fragment } from "preact";
import { useText } from "../../../i18n/catalogue.ts";
import { partsOf } from "../model/links.ts";
import type { Subtask } from "../model/source.ts";

/** What a row says. All of it is to press, to write in it; only its addresses lie above that. */
export function ItemText({ block, name, onEdit }: { block: Subtask; name: string; onEdit: () => void }) {
  const { lists } = useText();
  if (block.type === "divider") return <hr className="lists-divider" />;
  const Text = block.type === "header" ? "h2" : "p";
  return (
    <div className="lists-text">
      <button type="button" className="lists-edit" aria-label={lists.item.edit(name)} onClick={onEdit} />
      <Text>{block.content ? <LinkedText>{block.content}</LinkedText> : <em>{lists.item.untitled}</em>}</Text>
    </div>
  );
}

/** Text as it is, with its addresses to press: `http` and `https` only, in a tab of their own. */
function LinkedText({ children }: { children: string }) {
  return partsOf(children).map(({ at, text, href }) =>
    href ? (
      <a key={at} href={href} target="_blank" rel="noreferrer noopener">
        {text}
      </a>
    ) : (
      <Fragment key={at}>{text}</Fragment>
    ),
  );
}
