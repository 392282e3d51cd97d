import { useText } from "../../i18n/catalogue.ts";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/display/notice.tsx";
import { Card, SectionHeader } from "../../ui/display/surface.tsx";

/** How a recipe is made. `onEdit` is null where nothing can be changed. */
export function Steps({ steps, onEdit }: { steps: readonly string[]; onEdit: (() => void) | null }) {
  const { recipes: text } = useText();
  if (steps.length === 0) {
    const add = onEdit && <Button onClick={onEdit}>{text.addSteps}</Button>;
    return (
      <Card>
        <EmptyState small picture="🥣" title={text.noSteps} action={add}>
          {text.noStepsHint}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <SectionHeader title={text.steps} />
      <ol className="recipes-steps">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have nothing else, and may be alike
          <li key={index}>{step}</li>
        ))}
      </ol>
    </Card>
  );
}
