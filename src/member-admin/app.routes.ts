import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { roles } from "../auth/role.ts";
import { baseUrlOf } from "../config.ts";
import type { Deps } from "../deps.ts";
import { context, operation } from "../http/operation.ts";
import { removePicture } from "../images/files.ts";
import { Avatar, Email, ManagedMember, Member, MemberName } from "../members/model.ts";
import { addMember, reorderMembers, updateMember } from "../members/store.ts";
import { invite } from "../sign-in/store.ts";
import { ColorKey, closed, Deleted, Instant, nullable, oneOf, Uuid } from "../wire.ts";
import { listManagedMembers } from "./managed.store.ts";
import { removeMember, removeSignIn } from "./removal.ts";

const memberId = closed({ id: Uuid });
const optional = {
  color: Type.Optional(ColorKey),
  avatar: Type.Optional(Avatar),
  email: Type.Optional(nullable(Email)),
};
const taken = ["name: must not be another member's name", "email: is already in use"];
const ownersOnly = ["Only an owner can change owners"];

export function membersInApp({ config }: Deps) {
  return new Elysia({ prefix: "/app/members" })
    .use(context)
    .get(
      "",
      ({ call }) => call.read((work) => ({ members: listManagedMembers(work) })),
      operation({
        id: "listManagedMembers",
        tag: "Members",
        summary: "List members with their emails, sign-ins and open invitations",
        description: "In display order. `invitedUntil` is when an open invitation expires.",
        access: "adult",
        answer: closed({ members: Type.Array(ManagedMember) }),
      }),
    )
    .post(
      "",
      ({ call, body }) => call.write((work) => addMember(work, body)),
      operation({
        id: "addMember",
        tag: "Members",
        summary: "Add a member",
        access: "adult",
        isRepeatable: true,
        body: closed({ name: MemberName, role: oneOf(roles), ...optional }),
        answer: Member,
        example: { name: "Mia", role: "child", avatar: "🦄" },
        refusals: { 403: ownersOnly, 422: taken },
      }),
    )
    .patch(
      "/reorder",
      ({ call, body }) => call.write((work) => reorderMembers(work, body.ids)),
      operation({
        id: "reorderMembers",
        tag: "Members",
        summary: "Put the members in order",
        description: "`ids` are all members, each once.",
        access: "adult",
        body: closed({ ids: Type.Array(Uuid, { minItems: 1, maxItems: 1_000 }) }),
        answer: closed({ ids: Type.Array(Uuid) }),
        example: { ids: ["01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42"] },
        refusals: { 422: ["ids: … is missing"] },
      }),
    )
    .patch(
      "/:id",
      ({ call, params, body }) => call.write((work) => updateMember(work, params.id, body)),
      operation({
        id: "updateMember",
        tag: "Members",
        summary: "Change a member",
        description: "Omitted fields stay. Only an owner changes owners; the last owner stays one.",
        access: "adult",
        params: memberId,
        body: closed({ name: Type.Optional(MemberName), role: Type.Optional(oneOf(roles)), ...optional }),
        answer: Member,
        example: { color: "teal" },
        refusals: { 403: ownersOnly, 404: ["Member not found"], 422: taken },
      }),
    )
    .delete(
      "/:id",
      async ({ call, params, query }) => {
        const { answer, files } = call.write((work) => removeMember(work, params.id, query));
        for (const file of files) await removePicture(config.dataDir, file);
        return answer;
      },
      operation({
        id: "removeMember",
        tag: "Members",
        summary: "Remove a member",
        description:
          "History keeps the name. `reassignTo` takes over open tasks; `personalLists` decides whether the member's personal " +
          "lists are deleted or shared with the household.",
        access: "adult",
        params: memberId,
        query: closed({
          reassignTo: Type.Optional(Uuid),
          personalLists: Type.Optional(oneOf(["delete", "share"])),
        }),
        writes: true,
        answer: Deleted,
        refusals: {
          403: ownersOnly,
          404: ["Member not found"],
          422: [
            "reassignTo: must name another member, because Mia still has 2 open tasks",
            "personalLists: must be delete or share, because Mia still has personal lists",
          ],
        },
      }),
    )
    .post(
      "/:id/invitation",
      ({ call, params }) => call.write((work) => invite(work, params.id, baseUrlOf(config))),
      operation({
        id: "inviteMember",
        tag: "Members",
        summary: "Create a link to set a password",
        description: "Valid once, for seven days. It replaces an earlier link.",
        access: "adult",
        params: memberId,
        writes: true,
        answer: closed({ link: Type.String(), expiresAt: Instant }),
        refusals: { 403: ownersOnly, 404: ["Member not found"] },
      }),
    )
    .delete(
      "/:id/sign-in",
      ({ call, params }) => call.write((work) => removeSignIn(work, params.id)),
      operation({
        id: "endSignIn",
        tag: "Members",
        summary: "Remove a member's sign-in",
        description: "Deletes the password, all sessions and an open invitation.",
        access: "adult",
        params: memberId,
        writes: true,
        answer: Deleted,
        refusals: {
          403: ownersOnly,
          404: ["Member not found", "Sign-in not found"],
          422: ["The household needs an owner who can sign in"],
        },
      }),
    );
}
