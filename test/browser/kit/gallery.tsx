/** Shows every component of the kit, or one case by its name. The gallery is not part of the released app. */
import type { ComponentChildren } from "preact";
import { createRoot } from "preact/compat/client";
import { useState } from "preact/hooks";
import { common } from "#web/i18n/en/common.ts";
import { createShared, SharedContext } from "#web/lib/shared.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { AppFrame } from "#web/ui/display/app-frame.tsx";
import { UiLabels } from "#web/ui/display/labels.tsx";
import { Banner } from "#web/ui/display/notice.tsx";
import { PageHeader } from "#web/ui/display/surface.tsx";
import { CalendarDays, CloudOff, Ellipsis, House, ListChecks, Plus, SquareCheck, Utensils } from "#web/ui/icons.ts";
import { createToasts, ToastsContext } from "#web/ui/overlay/toast-store.ts";
import { ToastRegion } from "#web/ui/overlay/toasts.tsx";
import { Controls, SwipedDays } from "./controls.tsx";
import { many, Shelves, Sorted, Steps } from "./drags.tsx";
import { Overlays } from "./overlays.tsx";
import { LoadedParts, Parts } from "./parts.tsx";
import { people } from "./words.ts";

const places = [
  { id: "today", label: "Today", icon: <House />, href: "#today" },
  { id: "calendar", label: "Calendar", icon: <CalendarDays />, href: "#calendar" },
  { id: "chores", label: "Chores", icon: <SquareCheck />, href: "#chores", badge: 3, badgeLabel: "3 are due" },
  { id: "lists", label: "Lists", icon: <ListChecks />, href: "#lists" },
  { id: "meals", label: "Meals", icon: <Utensils />, href: "#meals", only: "side" as const },
];

function Link(props: { href: string; className?: string; children: ComponentChildren }) {
  return <a {...props} />;
}

function Everything() {
  const [isOffline, setOffline] = useState(true);
  const items = [
    ...places.map((place, index) => ({ ...place, isCurrent: index === 0 })),
    { id: "more", label: "More", icon: <Ellipsis />, onPress: () => {}, isCurrent: false, only: "bar" as const },
  ];
  const banner = isOffline && (
    <Banner
      icon={<CloudOff />}
      action={
        <Button size="s" variant="quiet" onClick={() => setOffline(false)}>
          Hide
        </Button>
      }
    >
      No connection. Everything is kept here and sent later.
    </Banner>
  );
  return (
    <AppFrame
      items={items}
      Link={Link}
      labels={{ navigation: "Screens", skip: "Skip to the content" }}
      brand={<strong className="brand">🔥</strong>}
      foot={people[0] && <Avatar person={people[0]} />}
      banner={banner}
    >
      <PageHeader
        title="Good morning, Anna"
        sub={
          <>
            <time>Tuesday, 3 March</time> · <time>08:30</time>
          </>
        }
        actions={
          <Button variant="primary" icon={<Plus />}>
            Add
          </Button>
        }
      />
      <div className="skeletons">
        <Parts />
        <LoadedParts />
        <Controls />
        <Overlays />
        <Sorted label="Groceries" names={groceries} />
        <Shelves />
        <Steps />
      </div>
    </AppFrame>
  );
}

const groceries = ["Milk", "Bread", "Apples"];
const cases = {
  everything: () => <Everything />,
  controls: () => <Controls />,
  loading: () => <LoadedParts />,
  overlays: () => <Overlays />,
  "a sorted list": () => <Sorted label="Groceries" names={groceries} />,
  "a long list": () => <Sorted label="Long list" names={many} />,
  "lists and targets": () => <Shelves />,
  "a sheet with a sorted list": () => <Steps />,
  "swiped days": () => <SwipedDays />,
};

export type CaseName = keyof typeof cases;

const { loading, couldNotLoad, needsServer } = common;
const labels = { ...common.labels, loading, couldNotLoad, needsServer };
const toasts = createToasts(() => Date.now());
const shared = createShared();
const root = createRoot(document.getElementById("root") ?? document.body);
let count = 0;

/**
 * Removes the previous case and everything that it left on the page, and shows the named case. Resolves when the case
 * is shown.
 */
async function mount(name: CaseName): Promise<void> {
  root.render(null);
  toasts.clear();
  while (document.querySelector(".dialog-layer, .drag-ghost, .drag-mark, .toast, #root > *")) await nextFrame();
  for (const region of document.querySelectorAll("body > [aria-live]:not(.toasts)")) region.textContent = "";
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  for (const key of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[key];
  document.documentElement.removeAttribute("style");
  localStorage.clear();
  sessionStorage.clear();
  scrollTo(0, 0);
  count += 1;
  root.render(
    <SharedContext.Provider value={shared} key={count}>
      <ToastsContext.Provider value={toasts}>
        <UiLabels labels={labels}>
          {name === "everything" ? (
            <Everything />
          ) : (
            <main>
              <h1>{name}</h1>
              {cases[name]()}
            </main>
          )}
          <ToastRegion />
        </UiLabels>
      </ToastsContext.Provider>
    </SharedContext.Provider>,
  );
  while (!document.querySelector("h1")) await nextFrame();
  await nextFrame();
  await nextFrame();
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

Object.assign(window, { mount });
