import { pictureUpload } from "#web/forms/picture-command.ts";
import { send } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";

/** Recipe whose photo changes. `name` is the name of the recipe, which the toast shows. */
type Which = { readonly id: string; readonly name: string };

export const uploadRecipePhoto = pictureUpload({
  path: ({ id }: Which & { readonly file: File }) => `/v1/recipes/${encodeURIComponent(id)}/photo`,
  invalidates: ["recipe", "meal"],
  done: ({ recipes }, { name }) => recipes.changed(name),
});

export const removeRecipePhoto = command({
  send: ({ id }: Which, api) => send(api.v1.recipes({ id }).photo.delete()),
  invalidates: ["recipe", "meal"],
  done: ({ recipes }, { name }) => recipes.changed(name),
});
