import { createApiKey, listApiKeys, revokeApiKey } from "#accounts/api-keys/store.ts";
import { isScope, readScopes, type Scope, scopes } from "#platform/auth/scopes.ts";
import { command } from "#platform/program.ts";
import { type Command, readInstant, readText, UsageError } from "../command.ts";
import { householdOption, viewHousehold, withHousehold } from "../open.ts";

export const key: Command = {
  name: "key",
  summary: "make, list and revoke API keys",
  actions: {
    create: {
      summary: "Make a key; it is shown this once.",
      options: {
        name: { value: "NAME", help: "what the key is for, 1 to 100 characters", required: true },
        scopes: { value: "A,B|all|read", help: `what it may do: ${scopes.join(", ")}`, required: true },
        expires: { value: "INSTANT", help: "when it ends, such as 2027-01-01T00:00:00Z; never if left out" },
        member: { value: "ID|NAME", help: "whose key it is: it sees their personal lists and has no more rights" },
        ...householdOption,
      },
      async run(input) {
        const { scopes: wanted = "" } = input.options;
        const name = readText("--name", input.options.name, 100);
        const expiresAt = readInstant("--expires", input.options.expires);
        const json = withHousehold(input, (work, memberId) =>
          createApiKey(work, { name, scopes: readScopeList(wanted), expiresAt, memberId }),
        );
        return { json, text: `${json.key}\n` };
      },
    },
    list: {
      summary: "List all keys, revoked ones too.",
      options: householdOption,
      async run(input) {
        const apiKeys = viewHousehold(input, listApiKeys);
        const lines = apiKeys.map(
          (each) => `${each.id}  ${each.prefix}…  ${each.status}  ${each.name}  (${each.scopes.join(", ")})\n`,
        );
        return { json: { apiKeys }, text: lines.join("") || `No keys yet: ${command("key create --help")}\n` };
      },
    },
    revoke: {
      summary: "Revoke a key; its next request is refused.",
      positionals: ["id"],
      options: householdOption,
      async run(input) {
        const id = input.positionals[0]?.toLowerCase() ?? "";
        const json = withHousehold(input, (work) => revokeApiKey(work, id));
        return { json, text: `Revoked ${id}\n` };
      },
    },
  },
};

function readScopeList(text: string): Scope[] {
  if (text === "all") return [...scopes];
  if (text === "read") return readScopes;
  return text.split(",").map((part) => {
    const scope = part.trim();
    if (!isScope(scope)) throw new UsageError(`--scopes: unknown scope ${scope}; there are ${scopes.join(", ")}`);
    return scope;
  });
}
