import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { mayTick, taskOwners } from "../../people/permissions.ts";
import { useHousehold, useMembers, useViewer } from "../../sync/session.ts";
import { addDays } from "../../time/days.ts";
import { useToday } from "../../time/zone.ts";
import { ArrowRight, CalendarPlus, Pencil, Sun, Trash2, X } from "../../ui/icons.ts";
import { Menu, type MenuItem } from "../../ui/overlay/menu.tsx";
import { giveTo, removeTask, setDue } from "./model/acting.ts";
import { nextWeek } from "./model/groups.ts";
import type { Task } from "./model/source.ts";

/** What else can be done to a task. */
export function RowMenu({ task, onEdit }: { task: Task; onEdit: (id: string) => void }) {
  const { taskScreen, common } = useText();
  const isOpen = task.completedAt === null;
  const today = useToday();
  const { weekStartsOn } = useHousehold();
  const people = useMembers();
  const isTheirs = mayTick(useViewer(), taskOwners(task));
  const snoozes: MenuItem[] = [
    { day: today, label: taskScreen.dueToday, icon: <Sun /> },
    { day: addDays(today, 1), label: taskScreen.dueTomorrow, icon: <ArrowRight /> },
    { day: nextWeek({ today, weekStartsOn }), label: taskScreen.dueNextWeek, icon: <CalendarPlus /> },
    { day: null, label: taskScreen.noDate, icon: <X /> },
  ].flatMap(({ day, label, icon }) => (day === task.dueDate ? [] : { label, icon, onSelect: () => setDue(task, day) }));
  const others = people.filter(({ id }) => id !== task.memberId);
  const gifts = others.map((person, index) => ({
    label: taskScreen.giveTo(person.name),
    icon: <Avatar person={person} size="xs" decorative />,
    onSelect: () => giveTo(task, person),
    startsGroup: index === 0,
  }));
  const items: MenuItem[] = [
    { label: taskScreen.edit, icon: <Pencil />, onSelect: () => onEdit(task.id) },
    ...(isOpen ? snoozes.map((item, index) => ({ ...item, startsGroup: index === 0 })) : []),
    ...(isOpen && isTheirs ? gifts : []),
  ];
  const deletion: MenuItem = {
    label: common.delete,
    icon: <Trash2 />,
    danger: true,
    startsGroup: true,
    onSelect: () => removeTask(task),
  };
  return <Menu label={taskScreen.more(task.label)} items={isTheirs ? [...items, deletion] : items} />;
}
