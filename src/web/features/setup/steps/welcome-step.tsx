import { useText } from "../../../i18n/catalogue.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { CircleCheck } from "../../../ui/icons.ts";
import { Alone } from "../alone.tsx";

/** What this is, and that it is easy. */
export function WelcomeStep({ onNext }: { onNext: () => void }) {
  const { setup } = useText();
  return (
    <Alone title={setup.welcome} lead={setup.welcomeLead}>
      <ul className="setup-points">
        {setup.welcomePoints.map((point) => (
          <li key={point}>
            <CircleCheck />
            {point}
          </li>
        ))}
      </ul>
      <Button variant="primary" size="l" wide onClick={onNext}>
        {setup.begin}
      </Button>
      <p className="soft small alone-center">{setup.beginHint}</p>
    </Alone>
  );
}
