import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { ConfirmCommand } from "#web/forms/confirm-command.tsx";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { undoWrite } from "#web/page/undo.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { useHousehold, useIsAdult, useMembers, useNow, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatInstantTime } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { KeyRound, MoveRight, Sparkles, Undo2 } from "#web/ui/icons.ts";
import { Menu, type MenuItem } from "#web/ui/overlay/menu.tsx";
import { calendarsSource } from "../calendar/model/calendars.ts";
import { revokeKey } from "./model/commands.ts";
import { sentenceOf } from "./sentence.ts";
import type { ActivityEntry } from "./source.ts";

export function EntryRow({ entry }: { entry: ActivityEntry }) {
  const text = useText();
  const { activity } = text;
  const { timeZone } = useHousehold();
  const { ms } = useNow();
  const viewer = useViewer();
  const isAdult = useIsAdult();
  const [, go] = useLocation();
  const [isRevoking, setRevoking] = useState(false);
  const { actor } = entry;
  // The next sync would repeat changes in a calendar that can only be read.
  const calendars = useSource(calendarsSource, entry.subject.type === "calendar" ? {} : null).data?.calendars;
  const writable = calendars?.filter(({ mode }) => mode === "out" || mode === "both").map(({ key }) => key) ?? [];
  const sentence = sentenceOf(entry, text);
  const address = linkTo(entry);
  const canUndo = viewer !== null && mayUndo(entry, { id: viewer.id, isAdult }, writable, ms);
  const items: MenuItem[] = [];
  if (address) items.push({ label: activity.open, icon: <MoveRight />, onSelect: () => go(address) });
  if (actor.kind === "api_key" && isAdult) {
    items.push({ label: activity.revoke, icon: <KeyRound />, onSelect: () => setRevoking(true), danger: true });
  }
  return (
    <li className="activity-entry">
      <Who actor={actor} />
      <div className="activity-what">
        <p>
          <strong>{nameOf(actor, activity)}</strong>{" "}
          {address ? <Link href={address}>{sentence}</Link> : <span>{sentence}</span>}
        </p>
        <p className="activity-when">
          <time dateTime={entry.createdAt}>{formatInstantTime(entry.createdAt, timeZone)}</time>
          {actor.kind === "api_key" && actor.agentName !== null && <> · {activity.key(actor.name)}</>}
          {actor.kind === "member" && actor.agentName !== null && <> · {actor.agentName}</>}
          {entry.isUndone && <> · {activity.isUndone}</>}
        </p>
      </div>
      {canUndo && (
        <Button
          size="s"
          variant="quiet"
          icon={<Undo2 />}
          aria-label={activity.undoOf(sentence)}
          onClick={() => void undoWrite(entry.id, sentence)}
        >
          <span className="activity-undo">{activity.undo}</span>
        </Button>
      )}
      {items.length > 0 && <Menu label={activity.more(sentence)} items={items} />}
      {isRevoking && (
        <ConfirmCommand
          title={activity.revokeTitle(actor.name)}
          confirm={activity.revoke}
          command={revokeKey}
          variables={{ id: actor.id ?? "", name: actor.name }}
          onClose={() => setRevoking(false)}
        >
          {activity.revokeHint}
        </ConfirmCommand>
      )}
    </li>
  );
}

/** Name of the actor in the entries that the server writes about the synchronisation of followed calendars. */
const calendarSync = "Calendar sync";

function nameOf({ kind, name, agentName }: ActivityEntry["actor"], activity: Catalogue["activity"]): string {
  if (kind === "member") return name;
  if (kind === "api_key") return agentName ?? name;
  return name === calendarSync ? activity.calendarSync : activity.system;
}

function Who({ actor }: { actor: ActivityEntry["actor"] }) {
  const members = useMembers();
  const member = actor.kind === "member" ? members.find(({ id }) => id === actor.id) : undefined;
  if (actor.kind === "api_key") {
    return (
      <span className="activity-agent" aria-hidden="true">
        <Sparkles />
      </span>
    );
  }
  const systemFace = actor.kind !== "system" ? null : actor.name === calendarSync ? "📅" : "🏡";
  return <Avatar person={member ?? { name: actor.name, color: "", avatar: systemFace }} decorative />;
}

/**
 * Returns the address of the page that shows the record that an entry is about. Returns null if the entry says that the
 * record was deleted or revoked.
 */
function linkTo({ action, subject }: Pick<ActivityEntry, "action" | "subject">): string | null {
  return action === "deleted" || action === "revoked" ? null : addressOf(subject);
}

/**
 * Sentence pattern of entries about a synchronisation. {0} is the name of the calendar. {1} says what the
 * synchronisation changed.
 */
const runSentence = "{0}: {1}";
const dayMs = 24 * 60 * 60_000;

/**
 * Whether the viewer may undo the change of an entry. Adults may undo every change for which the server offers undo.
 * Other members may undo only their own changes of the last 24 hours. A synchronisation of a calendar can be undone
 * only if the server can send changes to that calendar. The keys of these calendars are in `writable`. The server may
 * still refuse the undo, for example if somebody has changed the same record later.
 */
function mayUndo(
  { canUndo, subject, sentence, actor, createdAt }: ActivityEntry,
  viewer: { id: string; isAdult: boolean },
  writable: readonly string[],
  nowMs: number,
): boolean {
  if (!canUndo) return false;
  if (subject.type === "calendar" && (sentence?.text !== runSentence || !writable.includes(subject.id))) return false;
  return viewer.isAdult || (actor.id === viewer.id && nowMs - Date.parse(createdAt) < dayMs);
}
