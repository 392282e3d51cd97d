import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { AvatarStack } from "#web/people/avatar.tsx";
import { useMembers, useViewer } from "#web/sync/session.ts";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { Heart } from "#web/ui/icons.ts";
import type { Recipe } from "./model/source.ts";
import { likeRecipe, unlikeRecipe } from "./model/writes.ts";

/** Picture of a recipe: its photo, or its emoji. */
export function RecipePicture({ recipe }: { recipe: Pick<Recipe, "emoji" | "photo"> }) {
  const [missing, setMissing] = useState<string | null>(null);
  const url = recipe.photo?.url ?? null;
  return (
    <span className="recipes-emoji" aria-hidden="true">
      {url === null || url === missing ? (
        recipe.emoji
      ) : (
        // Offline, the browser may no longer have the photo.
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setMissing(url)} />
      )}
    </span>
  );
}

export function Banner({ url }: { url: string }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return null;
  return <img className="recipes-banner" src={url} alt="" decoding="async" onError={() => setMissing(true)} />;
}

export function RecipeSource({ recipe: { source } }: { recipe: Recipe }) {
  const { recipes: text } = useText();
  if (!source) return null;
  const { name, url } = source;
  if (url === null) return <p className="small soft">{text.from(name ?? "")}</p>;
  return (
    <p className="small soft">
      <a href={url} target="_blank" rel="noreferrer">
        {text.from(name ?? hostOf(url))}
      </a>
      {` ${text.licence}`}
    </p>
  );
}

/** Heart button, and the members who love the recipe. The button changes only the viewer's own heart. */
export function Hearts({ recipe }: { recipe: Recipe }) {
  const { recipes: text } = useText();
  const viewer = useViewer();
  const members = useMembers();
  const { id, name, likes = [], archivedAt } = recipe;
  const isLoved = viewer !== null && likes.includes(viewer.id);
  const lovers = members.filter((member) => likes.includes(member.id));
  const toggle = () => {
    if (viewer) perform(isLoved ? unlikeRecipe : likeRecipe, { id, memberId: viewer.id, name });
  };
  if (archivedAt !== null && lovers.length === 0) return null;
  return (
    <div className="recipes-hearts">
      {viewer && archivedAt === null && (
        <ChipButton icon={<Heart />} pressed={isLoved} onClick={toggle}>
          {text.love}
        </ChipButton>
      )}
      <AvatarStack people={lovers} />
    </div>
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, "") ?? url;
}
