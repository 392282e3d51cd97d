import { type Static, Type } from "@sinclair/typebox";
import { ColorKey, closed, Instant, nullable, oneOf, recordFields, Text, Uuid } from "#lib/wire.ts";
import { roles } from "#platform/auth/role.ts";

export const MemberName = Text(1, 60, { examples: ["Anna"] });
/**
 * The email of a member, with which the member signs in. The server sends nothing to this address except an invitation
 * that an adult requests.
 */
export const Email = Type.String({ format: "email", maxLength: 254, examples: ["anna@home.example"] });

export const NewMember = closed({
  name: MemberName,
  role: oneOf(roles),
  color: Type.Optional(ColorKey),
  avatar: Type.Optional(nullable(Text(1, 16, { description: "An emoji; null shows the initials", examples: ["🦊"] }))),
  email: Type.Optional(nullable(Email)),
});
export type NewMember = Static<typeof NewMember>;

export const MemberPatch = Type.Partial(NewMember);
export type MemberPatch = Static<typeof MemberPatch>;

export const Member = closed(
  {
    id: Uuid,
    name: Type.String(),
    role: oneOf(roles),
    color: ColorKey,
    avatar: nullable(Type.String({ description: "An emoji", examples: ["🦊"] })),
    photo: nullable(
      closed(
        { url: Type.String({ description: "A square WebP", examples: ["/covers/4f0c….webp"] }) },
        { description: "Shown instead of the emoji", title: "MemberPhoto" },
      ),
    ),
    ...recordFields,
  },
  { title: "Member" },
);
export type Member = Static<typeof Member>;

export const ManagedMember = closed(
  {
    ...Member.properties,
    email: nullable(Email),
    canSignIn: Type.Boolean({ description: "Whether there is a password" }),
    invitedUntil: nullable(Instant),
  },
  { title: "ManagedMember" },
);
