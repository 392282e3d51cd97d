/** The kinds that describe members. */
import { type Static, Type } from "@sinclair/typebox";
import { roles } from "../auth/role.ts";
import { ColorKey, closed, nullable, oneOf, recordFields, Text, Uuid } from "../wire.ts";

/** A member's name. */
export const MemberName = Text(1, 60, { examples: ["Anna"] });
/** An email address, as a sign-in name; it is never written to. */
export const Email = Type.String({ format: "email", maxLength: 254, examples: ["anna@home.example"] });
/** An emoji, which may take several code points. */
export const Avatar = nullable(Text(1, 16, { description: "An emoji; null shows the initials", examples: ["🦊"] }));

/** A member as everybody in the household sees one. */
export const Member = closed(
  {
    id: Uuid,
    name: Type.String(),
    role: oneOf(roles),
    color: ColorKey,
    avatar: nullable(Type.String({ description: "An emoji", examples: ["🦊"] })),
    ...recordFields,
  },
  { title: "Member" },
);
/** See {@link Member}. */
export type Member = Static<typeof Member>;

/** A member as the adults of the household manage one. */
export const ManagedMember = closed(
  {
    ...Member.properties,
    email: nullable(Email),
    canSignIn: Type.Boolean({ description: "Whether there is a password" }),
  },
  { title: "ManagedMember" },
);
