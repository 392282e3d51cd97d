import type { ComponentChildren } from "preact";
import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import type { Member } from "../../sync/session.ts";
import { Card, SectionHeader } from "../../ui/display/surface.tsx";
import type { Task } from "./model/source.ts";

export type PersonTasks = { readonly person: Member; readonly tasks: readonly Task[] };

export function PersonColumn({ person, tasks, children }: PersonTasks & { children: ComponentChildren }) {
  const { taskScreen } = useText();
  return (
    <section>
      <SectionHeader icon={<Avatar person={person} size="s" decorative />} title={person.name} count={tasks.length} />
      <Card flush>
        {children}
        {tasks.length === 0 && <p className="tasks-none soft">{taskScreen.nothingHere}</p>}
      </Card>
    </section>
  );
}
