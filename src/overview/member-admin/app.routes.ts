import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { readHousehold } from "#accounts/households/store.ts";
import { Email, ManagedMember, Member, MemberPatch, NewMember } from "#accounts/members/model.ts";
import type { MemberRemoval } from "#accounts/members/removal.ts";
import { addMember, reorderMembers, updateMember } from "#accounts/members/store.ts";
import { invite } from "#accounts/sign-in/store.ts";
import { unprocessable } from "#lib/errors.ts";
import { closed, Deleted, Instant, oneOf, Uuid } from "#lib/wire.ts";
import type { Channels } from "#notifications/channels/adapters.ts";
import type { Mail } from "#notifications/channels/mail.ts";
import { channelTexts } from "#notifications/channels/message-texts.ts";
import { TestResult, toTestResult } from "#notifications/channels/model.ts";
import { findLanguage, languageOf } from "#notifications/channels/store.ts";
import { baseUrlOf } from "#platform/config.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { removePicture } from "#platform/images/files.ts";
import type { Work } from "#platform/work.ts";
import { listManagedMembers } from "./managed.store.ts";
import { removeMember, removeSignIn } from "./removal.ts";

const operation = operationsOf("Members");
const mailMs = 12_000;
const memberId = closed({ id: Uuid });
const taken = ["name: must not be another member's name", "email: is already in use"];
const ownersOnly = ["Only an owner can change owners"];

/**
 * Returns the mail of an invitation in the invited member's language, or else in the inviting member's.
 * @throws ApiError 422 without an address
 */
function invitationMail(work: Work, id: string, link: string, given: string | undefined): Mail {
  const address = given ?? listManagedMembers(work).find((member) => member.id === id)?.email ?? null;
  if (address === null) throw unprocessable("address", "must be given, because the member has no email");
  const language = findLanguage(work, id) ?? languageOf(work, work.memberId ?? "");
  const { invitationSubject, invitationBody, invitationOpen } = channelTexts[language];
  const { name } = readHousehold(work);
  return {
    to: address,
    subject: invitationSubject(name),
    paragraphs: invitationBody(work.actor.name, name),
    link: { label: invitationOpen, url: link },
    language,
    urgency: "high",
  };
}

type Parts = Deps & { readonly channels: Channels; readonly memberRemovals: readonly MemberRemoval[] };

export function membersInApp({ config, channels, memberRemovals }: Parts) {
  return new Elysia({ prefix: "/app/members" })
    .use(context)
    .get(
      "",
      ({ call }) => call.read((work) => ({ members: listManagedMembers(work) })),
      operation({
        id: "listManagedMembers",
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
        summary: "Add a member",
        access: "adult",
        isRepeatable: true,
        body: NewMember,
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
        summary: "Change a member",
        description: "Omitted fields stay. Only an owner changes owners; the last owner stays one.",
        access: "adult",
        params: memberId,
        body: MemberPatch,
        answer: Member,
        example: { color: "teal" },
        refusals: { 403: ownersOnly, 404: ["Member not found"], 422: taken },
      }),
    )
    .delete(
      "/:id",
      async ({ call, params, query }) => {
        const { answer, files } = call.write((work) => removeMember(work, params.id, query, memberRemovals));
        for (const file of files) await removePicture(config.dataDir, call.caller.householdId, file);
        return answer;
      },
      operation({
        id: "removeMember",
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
        summary: "Create a link to set a password",
        description: "Valid once, for seven days. It replaces an earlier link.",
        access: "adult",
        params: memberId,
        writes: true,
        answer: closed({ link: Type.String(), expiresAt: Instant }),
        refusals: { 403: ownersOnly, 404: ["Member not found"] },
      }),
    )
    .post(
      "/:id/invitation/mail",
      async ({ call, params, body }) => {
        const { invitation, mail, language } = call.write((work) => {
          const made = invite(work, params.id, baseUrlOf(config));
          if (!channels.available().mail) throw unprocessable(null, "Mail is not set up on this server (SMTP_URL)");
          const mail = invitationMail(work, params.id, made.link, body.address);
          return { invitation: made, mail, language: languageOf(work, work.memberId ?? "") };
        });
        const outcome = await channels.sendMail(mail, AbortSignal.timeout(mailMs));
        return { ...invitation, address: mail.to, ...toTestResult(outcome, language) };
      },
      operation({
        id: "mailInvitation",
        summary: "Send a link to set a password by mail",
        description:
          "To the member's email, or to `address`. It replaces an earlier link. The answer has the link too, and says " +
          "whether the mail was sent.",
        access: "adult",
        params: memberId,
        body: closed({ address: Type.Optional(Email) }),
        answer: closed({ link: Type.String(), expiresAt: Instant, address: Email, ...TestResult.properties }),
        example: { address: "ben@home.example" },
        refusals: {
          403: ownersOnly,
          404: ["Member not found"],
          422: [
            "Mail is not set up on this server (SMTP_URL)",
            "address: must be given, because the member has no email",
          ],
        },
      }),
    )
    .delete(
      "/:id/sign-in",
      ({ call, params }) => call.write((work) => removeSignIn(work, params.id, memberRemovals)),
      operation({
        id: "endSignIn",
        summary: "Remove a member's sign-in",
        description: "Deletes the password, app passwords, all sessions and an open invitation.",
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
