import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { createStore } from "#web/lib/store.ts";
import { pageValue } from "#web/page/shared.ts";

/**
 * Title of the page that {@link Alone} showed last. Null if it has not shown a page yet. If a page has another title
 * than the page before it, the heading gets the focus, so that screen readers announce the new page.
 */
const shownTitle = pageValue(() => createStore<string | null>(null));

export const allSteps = 4;

/** Page without the navigation of the app, for setup and sign-in. `step` counts from 1 to {@link allSteps}. */
export function Alone(props: { title: string; lead?: ComponentChildren; step?: number; children?: ComponentChildren }) {
  const { common, setup } = useText();
  const { title, step } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} · ${common.appName}`;
    // Announces each step to screen readers like a new page.
    const before = shownTitle().get();
    if (before !== null && before !== title) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    shownTitle().set(title);
  }, [title, common]);
  return (
    <main className="alone">
      <div className="alone-card">
        <img className="alone-sign" src="/icons/icon.svg" alt="" width="56" height="56" />
        {step && (
          <div className="alone-steps">
            <span className="visually-hidden">{setup.stepOf(step, allSteps)}</span>
            {Array.from({ length: allSteps }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
              <i key={index} aria-hidden="true" className={index < step ? "on" : undefined} />
            ))}
          </div>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {props.lead && <p className="alone-lead">{props.lead}</p>}
        {props.children}
      </div>
    </main>
  );
}
