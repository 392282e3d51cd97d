import { useRef } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { mayTick, taskOwners } from "../../people/permissions.ts";
import { addDays } from "../../time/days.ts";
import { ArrowRight, CalendarPlus, Pencil, Sun, Trash2, X } from "../../ui/icons.ts";
import { Menu, type MenuItem } from "../../ui/overlay/menu.tsx";
import { giveTo, removeTask, setDue } from "./model/acting.ts";
import { keepFocus } from "./model/focus.ts";
import { nextWeek } from "./model/groups.ts";
import type { Scene } from "./model/scene.ts";
import type { Task } from "./model/source.ts";

/** What else can be done to a task. */
export function RowMenu({ task, scene }: { task: Task; scene: Scene }) {
  const { taskScreen, common } = useText();
  const place = useRef<HTMLSpanElement>(null);
  const isOpen = task.completedAt === null;
  const isTheirs = mayTick(scene.viewer, taskOwners(task));
  const snoozes: MenuItem[] = [
    { day: scene.today, label: taskScreen.dueToday, icon: <Sun /> },
    { day: addDays(scene.today, 1), label: taskScreen.dueTomorrow, icon: <ArrowRight /> },
    { day: nextWeek(scene), label: taskScreen.dueNextWeek, icon: <CalendarPlus /> },
    { day: null, label: taskScreen.noDate, icon: <X /> },
  ].flatMap(({ day, label, icon }) => (day === task.dueDate ? [] : { label, icon, onSelect: () => setDue(task, day) }));
  const others = scene.people.filter(({ id }) => id !== task.memberId);
  const gifts = others.map((person, index) => ({
    label: taskScreen.giveTo(person.name),
    icon: <Avatar person={person} size="xs" decorative />,
    onSelect: () => giveTo(task, person),
    startsGroup: index === 0,
  }));
  const items: MenuItem[] = [
    { label: taskScreen.edit, icon: <Pencil />, onSelect: () => scene.edit(task.id) },
    ...(isOpen ? snoozes.map((item, index) => ({ ...item, startsGroup: index === 0 })) : []),
    ...(isOpen && isTheirs ? gifts : []),
  ];
  const deletion: MenuItem = {
    label: common.delete,
    icon: <Trash2 />,
    danger: true,
    startsGroup: true,
    onSelect: () => {
      if (place.current) keepFocus(place.current);
      removeTask(task);
    },
  };
  return (
    <span ref={place} className="task-menu">
      <Menu label={taskScreen.more(task.label)} items={isTheirs ? [...items, deletion] : items} />
    </span>
  );
}
