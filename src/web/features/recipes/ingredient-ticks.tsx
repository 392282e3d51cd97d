import { Checkbox } from "../../ui/controls/choice.tsx";

export function IngredientTicks(props: {
  ingredients: readonly string[];
  ticked: readonly string[];
  onToggle: (ingredient: string) => void;
}) {
  const { ingredients, ticked, onToggle } = props;
  return (
    <ul className="recipes-ticks">
      {[...new Set(ingredients)].map((ingredient) => (
        <li key={ingredient}>
          <Checkbox
            square
            label={ingredient}
            checked={ticked.includes(ingredient)}
            onChange={() => onToggle(ingredient)}
          />
        </li>
      ))}
    </ul>
  );
}
