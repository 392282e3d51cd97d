import { useText } from "#web/i18n/catalogue.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";

/** Whether the keyboard is that of a Mac. A Mac has Command instead of Control, and Option instead of Alt. */
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Sheet with the keyboard shortcuts. Keys are written like `Ctrl+K`; a space separates alternatives. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const { shortcuts } = useText();
  return (
    <Sheet open onClose={onClose} title={shortcuts.title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scroll areas */}
      <section className="shortcuts" aria-label={shortcuts.title} tabIndex={0}>
        {shortcuts.groups.map(({ name, keys }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {keys.map(([combinations, does]) => (
                <div key={combinations}>
                  <dt>
                    {combinations.split(" ").map((combination) => (
                      <Combination key={combination} keys={combination.split("+")} />
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Sheet>
  );
}

function Combination({ keys }: { keys: readonly string[] }) {
  const { names } = useText().shortcuts;
  const nameOf = (key: string) => (isMac && { Ctrl: "⌘", Alt: "⌥" }[key]) || names[key as keyof typeof names] || key;
  return (
    <span className="shortcut">
      {keys.map((key) => (
        <kbd key={key}>{nameOf(key)}</kbd>
      ))}
    </span>
  );
}
