import { useText } from "../../../i18n/catalogue.ts";
import { formatNames } from "../../../time/format.ts";
import { Checkbox } from "../../../ui/controls/choice.tsx";
import { Check } from "../../../ui/icons.ts";
import type { Line, Preview } from "../model/groceries.ts";

/** What a run would add, each line to be left out (`left`), and what is on the list already. */
export function GroceryLines(props: {
  seen: Preview;
  left: ReadonlySet<string>;
  onLeave: (left: ReadonlySet<string>) => void;
}) {
  const { meals: text } = useText();
  const { seen, left, onLeave } = props;
  const toggle = (ingredient: string, isWanted: boolean) => {
    const next = new Set(left);
    if (isWanted) next.delete(ingredient);
    else next.add(ingredient);
    onLeave(next);
  };
  const why = ({ recipes }: Line) => text.forRecipes(formatNames(recipes));
  return (
    <>
      {seen.missing.length > 0 && (
        <section className="meals-lines" aria-labelledby="meals-to-add">
          <h3 id="meals-to-add">{text.toAdd}</h3>
          {seen.missing.map((line) => (
            <Checkbox
              key={line.ingredient}
              square
              checked={!left.has(line.ingredient)}
              onChange={(isWanted) => toggle(line.ingredient, isWanted)}
              label={line.ingredient}
              hint={why(line)}
            />
          ))}
        </section>
      )}
      {seen.there.length > 0 && (
        <section className="meals-lines" aria-labelledby="meals-there">
          <h3 id="meals-there">{text.thereAlready}</h3>
          <ul>
            {seen.there.map((line) => (
              <li key={line.ingredient}>
                <Check />
                <span>
                  {line.ingredient}
                  {line.done && <span className="soft"> · {text.tickedOff}</span>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
