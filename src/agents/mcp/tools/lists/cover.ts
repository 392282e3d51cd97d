import { Type } from "@sinclair/typebox";
import { closed } from "#lib/wire.ts";
import type { List } from "#lists/model.ts";
import type { Photo } from "#lists/photos/model.ts";
import { Field, optional, Param, writeFields } from "../../input/parameters.ts";
import { joinParts, oneLine, quoted, quotedShort } from "../../output/format.ts";
import { ToolError, wrongParameter } from "../../output/tool-error.ts";
import type { Context } from "../../tool.ts";
import { listTool } from "./item.ts";
import { listLookup } from "./list-lookup.ts";

const maxOthers = 4;

export const setListCover = listTool({
  name: "set_list_cover",
  title: "Set a list's cover picture",
  profile: "standard",
  does: "changes",
  isOpenWorld: true,
  description: "Sets a list's photo: the best for query, or photoId. Or removes or hides it.",
  input: closed({
    list: Param.list(),
    ...optional({
      query: Param.text(200, "What it shows"),
      photoId: Type.String({ maxLength: 2000, description: "From an answer" }),
      remove: Param.flag("true deletes it"),
      hidden: Param.flag("true hides, false shows it"),
      confirm: Param.confirm,
    }),
  }),
  output: closed({
    ...writeFields,
    cover: Field.text,
    hidden: Field.flag,
    photographer: Field.optionalText,
    others: Field.texts,
  }),
  repairs: {
    "not_found photoId": "Parameter photoId: take one that this tool returned, or give query in its place.",
    turned_off: "The person who runs the server can turn it on. Leave the cover as it is.",
    upstream_failed: "Try once more later, or with another query or photoId.",
  },
  async run(context, { list, query, photoId, remove, hidden, confirm }) {
    const given = Object.entries({ query, photoId, remove, hidden }).filter(([, value]) => value !== undefined);
    if (given.length !== 1 || remove === false) {
      throw new ToolError(
        "invalid_value",
        null,
        "Send exactly one of query, photoId, remove: true and hidden",
        `Parameter ${given[0]?.[0] ?? "query"}: send the call with only one of them.`,
      );
    }
    const id = await listLookup(context).listId(list);
    const path = `/v1/lists/${id}/cover`;
    if (hidden !== undefined)
      return coverResult(context, await context.rest("PATCH", `${path}/visibility`, { hidden }));
    if (photoId !== undefined) return coverResult(context, await context.rest("POST", `${path}/photos`, { photoId }));
    const { name } = await listLookup(context).listHeader(id);
    if (remove) {
      context.confirm(confirm, `delete the cover of ${quoted(name)} (its picture cannot be restored)`, id);
      return coverResult(context, await context.rest("DELETE", path));
    }
    const [best, ...others] = await searchPhotos(context, query ?? "");
    const saved: Saved = await context.rest("POST", `${path}/photos`, { photoId: best.id });
    return coverResult(context, saved, best, others.slice(0, maxOthers));
  },
});

/** Returns matching photos, the best first. @throws ToolError if nothing matches. */
async function searchPhotos({ rest }: Context, query: string): Promise<[Photo, ...Photo[]]> {
  const { body } = await rest<{ photos: Photo[] }>("GET", `/v1/lists/photos/search?${new URLSearchParams({ query })}`);
  const [best, ...others] = body.photos;
  if (best) return [best, ...others];
  const reason = `no photo was found for ${quotedShort(query)}`;
  throw wrongParameter("query", reason, "take fewer or plainer words, and call again.");
}

/** Quotes a photo's id without changes, because the REST API later needs exactly this id. */
const quotedPhotoId = (photoId: string) => `“${oneLine(photoId)}”`;

type Saved = { readonly body: List; readonly activityId: string | null };

function coverResult(
  context: Context,
  { body, activityId }: Saved,
  photo: Photo | null = null,
  others: readonly Photo[] = [],
) {
  const { name, cover } = body;
  const id = context.shortId("list", body.id);
  const photographer = cover.attribution?.photographer ?? null;
  const line = joinParts([
    `Cover of ${quoted(name)}: ${cover.kind}${cover.hidden ? ", hidden" : ""}`,
    photo && `${quotedShort(photo.description)} (photoId ${quotedPhotoId(photo.id)})`,
    photographer !== null && `photo by ${quotedShort(photographer)}`,
    `id ${id}`,
    activityId === null ? "nothing to change" : `activityId ${activityId}`,
  ]);
  const more = others.map((each) => `- ${quotedShort(each.description)} · photoId ${quotedPhotoId(each.id)}`);
  const { kind, hidden } = cover;
  return {
    text: [line, ...(more.length > 0 ? ["Others that match:", ...more] : [])].join("\n"),
    data: { id, activityId, cover: kind, hidden, photographer, others: others.map((each) => each.id) },
  };
}
