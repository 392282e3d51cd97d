import { Suspense } from "react";
import { useMembers, useViewer } from "../data/session.ts";
import { screen } from "../routes.tsx";
import { useText } from "../text/catalogue.ts";
import { Button } from "../ui/button.tsx";
import { UserPlus } from "../ui/icons.ts";
import { Card, SectionHeader } from "../ui/surface.tsx";
import { MemberRow } from "./member-row.tsx";
import { useOpened } from "./use-opened.ts";

const MemberList = screen(() => import("./member-list.tsx").then(({ MemberList }) => MemberList));
const MemberSheet = screen(() => import("./member-sheet.tsx").then(({ MemberSheet }) => MemberSheet));
const InviteSheet = screen(() => import("./invite-sheet.tsx").then(({ InviteSheet }) => InviteSheet));
const RemoveSheet = screen(() => import("./remove-sheet.tsx").then(({ RemoveSheet }) => RemoveSheet));
const EndSignIn = screen(() => import("./end-sign-in.tsx").then(({ EndSignIn }) => EndSignIn));

/** Everybody in the household, in their order. */
export function Members() {
  const { settings } = useText();
  const members = useMembers();
  const opened = useOpened();
  return (
    <section className="settings-part">
      <SectionHeader
        title={settings.members.heading}
        count={members.length}
        actions={
          <Button variant="primary" icon={<UserPlus />} onClick={() => opened.open("add")}>
            {settings.members.add}
          </Button>
        }
      />
      <Card flush>
        <Suspense fallback={<PlainList />}>
          <MemberList members={members} />
        </Suspense>
      </Card>
      <p className="soft small">{settings.members.orderHint}</p>
      <Suspense fallback={null}>
        <Sheets />
      </Suspense>
    </section>
  );
}

/** While what drags is still on its way. */
function PlainList() {
  const members = useMembers();
  return (
    <ul className="settings-members">
      {members.map((member) => (
        <li key={member.id}>
          <MemberRow member={member} />
        </li>
      ))}
    </ul>
  );
}

function Sheets() {
  const members = useMembers();
  const viewer = useViewer();
  const { get, close } = useOpened();
  const named = (name: string) => members.find(({ id }) => id === get(name));
  const edited = named("edit");
  const invited = named("invite");
  const ended = named("end");
  const removed = named("remove");
  if (!viewer) return null;
  return (
    <>
      {(edited || get("add") !== null) && <MemberSheet member={edited ?? null} viewer={viewer} onClose={close} />}
      {invited && <InviteSheet member={invited} onClose={close} />}
      {ended && <EndSignIn member={ended} onClose={close} />}
      {removed && <RemoveSheet member={removed} viewer={viewer} onClose={close} />}
    </>
  );
}
