/** Serves texts that tell an agent how to work with this server: `/llms.txt`, and a skill for the REST API. */
import { Elysia } from "elysia";
import { context, hidden } from "#platform/http/operation.ts";
import { sendStatic, staticText } from "#platform/http/static.ts";
import restSkill from "../skills/inglenook/SKILL.md" with { type: "text" };
import overview from "../skills/llms.md" with { type: "text" };

const headers = { "Cache-Control": "no-cache" };
const isPublic = hidden("public", { id: "serveGuide" });

export function guides() {
  const [llms, skill] = [staticText("text/plain", overview), staticText("text/markdown", restSkill)];
  return new Elysia()
    .use(context)
    .get("/llms.txt", ({ request }) => sendStatic(request, llms, headers), isPublic)
    .get("/SKILL.md", ({ request }) => sendStatic(request, skill, headers), isPublic);
}
