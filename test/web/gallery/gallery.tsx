/** Every component on one page, to look at and to check. It never ships. */
import type { ComponentChildren } from "preact";
import { createRoot } from "preact/compat/client";
import { useState } from "preact/hooks";
import { Avatar } from "../../../src/web/people/avatar.tsx";
import { Button } from "../../../src/web/ui/controls/button.tsx";
import { Frame } from "../../../src/web/ui/display/frame.tsx";
import { UiLabels } from "../../../src/web/ui/display/labels.tsx";
import { Banner } from "../../../src/web/ui/display/notice.tsx";
import { PageHeader } from "../../../src/web/ui/display/surface.tsx";
import {
  CalendarDays,
  CloudOff,
  Ellipsis,
  House,
  ListChecks,
  Plus,
  SquareCheck,
  Utensils,
} from "../../../src/web/ui/icons.ts";
import { ToastRegion } from "../../../src/web/ui/overlay/toasts.tsx";
import { Controls } from "./controls.tsx";
import { Drags } from "./drags.tsx";
import { Overlays } from "./overlays.tsx";
import { Parts } from "./parts.tsx";
import { labels, people } from "./words.ts";

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

function Gallery() {
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
    <UiLabels labels={labels}>
      <Frame
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
          <Controls />
          <Overlays />
          <Drags />
        </div>
      </Frame>
      <ToastRegion />
    </UiLabels>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Gallery />);
