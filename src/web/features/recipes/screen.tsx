import { useDeferredValue } from "preact/compat";
import { Link } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { EmptyUnlessOld } from "#web/shell/old-copy.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { EmptyState } from "#web/ui/display/notice.tsx";
import { cardClass, PageHeader } from "#web/ui/display/surface.tsx";
import { Clock, Download, Plus, Search } from "#web/ui/icons.ts";
import { EditSheet } from "./edit-sheet.tsx";
import { ImportSheet } from "./import/import-sheet.tsx";
import { findRecipes, inOrder, orders, tagsOf, withinMinutes } from "./model/search.ts";
import { formatMinutes, type Recipe, recipesSource } from "./model/source.ts";
import { RecipePicture } from "./recipe-facts.tsx";

/** Limits in minutes by which recipes can be filtered. */
const times = [15, 30, 60] as const;

export function RecipesScreen() {
  const { recipes: text, common } = useText();
  const { value: filters, replace } = useOverlay("q", "time", "order", "tag");
  const edited = useOverlay("edit");
  const read = useSource(recipesSource, {});
  const { data } = read;
  const query = filters.q ?? "";
  const deferredQuery = useDeferredValue(query);
  const minutes = times.find((each) => String(each) === filters.time) ?? null;
  const order = orders.find((each) => each === filters.order) ?? "name";
  const tags = tagsOf(data?.recipes ?? []);
  const tag = tags.find((each) => each === filters.tag) ?? null;
  const tagged = data?.recipes.filter((recipe) => tag === null || recipe.tags?.includes(tag));
  const found = tagged && inOrder(withinMinutes(findRecipes(tagged, deferredQuery), minutes), order);
  const imported = useOverlay("import", "url", "text");
  const newButtons = (
    <>
      <Button icon={<Download />} onClick={() => imported.open({ import: "1" })}>
        {text.import.open}
      </Button>
      <Button variant="primary" icon={<Plus />} onClick={() => edited.open({ edit: "new" })}>
        {text.fresh}
      </Button>
    </>
  );
  return (
    <>
      <PageHeader
        title={common.nav.recipes}
        sub={found && found.length > 0 ? text.found(found.length) : undefined}
        actions={newButtons}
      />
      <Loaded read={read} count={4} height="7rem" card needsServer />
      {data?.recipes.length === 0 && (
        <EmptyUnlessOld picture="🍲" title={text.empty}>
          {text.emptyHint}
        </EmptyUnlessOld>
      )}
      {data && data.recipes.length > 0 && (
        <search className="recipes-tools">
          <TextField
            label={text.find}
            hideLabel
            placeholder={text.find}
            type="search"
            icon={<Search />}
            value={query}
            onChange={(q) => replace({ ...filters, q: q || null })}
          />
          <Select
            label={text.order}
            hideLabel
            value={order}
            options={orders.map((value) => ({ value, label: text.orders[value] }))}
            onChange={(value) => replace({ ...filters, order: value === "name" ? null : value })}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as part of a form */}
          <div role="group" className="chips" aria-label={text.filters}>
            {times.map((each) => (
              <ChipButton
                key={each}
                pressed={each === minutes}
                onClick={() => replace({ ...filters, time: each === minutes ? null : String(each) })}
              >
                {text.upTo(each)}
              </ChipButton>
            ))}
            {tags.map((each) => (
              <ChipButton
                key={each}
                pressed={each === tag}
                onClick={() => replace({ ...filters, tag: each === tag ? null : each })}
              >
                {each}
              </ChipButton>
            ))}
          </div>
        </search>
      )}
      {data && data.recipes.length > 0 && found?.length === 0 && (
        <EmptyState
          small
          picture="🔍"
          title={text.noneFound}
          action={<Button onClick={() => replace({ order: filters.order })}>{text.clear}</Button>}
        >
          {text.noneFoundHint}
        </EmptyState>
      )}
      <ul className="recipes-grid">
        {found?.map((recipe) => (
          <li key={recipe.id}>
            <RecipeCard recipe={recipe} />
          </li>
        ))}
      </ul>
      {Object.values(imported.value).some((each) => each !== null) && (
        <ImportSheet address={addressIn(imported.value.url, imported.value.text)} onClose={imported.close} />
      )}
      {edited.value.edit === "new" && <EditSheet record={null} onClose={edited.close} />}
    </>
  );
}

function RecipeCard({ recipe }: { recipe: Recipe }) {
  const { recipes: text } = useText();
  const { id, name, prepMinutes, ingredients } = recipe;
  return (
    <Link href={addressOf({ type: "recipe", id })} className={`${cardClass()} recipes-card`}>
      <RecipePicture recipe={recipe} />
      <strong className="recipes-name">{name}</strong>
      <span className="recipes-facts">
        {prepMinutes !== null && (
          <span>
            <Clock /> {formatMinutes(prepMinutes)}
          </span>
        )}
        {ingredients.length > 0 && <span>{text.ingredientCount(ingredients.length)}</span>}
      </span>
    </Link>
  );
}

/**
 * Returns the address of a web page that another program shared with the app. Some programs put the address into
 * `text`. If `url` is null, `text` is therefore searched for an address. If there is no address, the result is an empty
 * text.
 */
function addressIn(url: string | null, text: string | null): string {
  return url ?? /https?:\/\/\S+/.exec(text ?? "")?.[0] ?? "";
}
