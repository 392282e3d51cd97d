/** Changes of the cover of a list. These changes are not queued, because the user waits for the picture. */
import { pictureUpload } from "#web/forms/picture-command.ts";
import { send } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";

type Which = { readonly listId: string };

export const uploadCover = pictureUpload({
  path: ({ listId }: Which & { readonly file: File }) => `/v1/lists/${encodeURIComponent(listId)}/cover`,
  invalidates: ["list"],
});

export const removeCover = command({
  send: ({ listId }: Which, api) => send(api.v1.lists({ id: listId }).cover.delete()),
  invalidates: ["list"],
});

/** Sets the cover of a list to a photo from the photo search. */
export const chooseCoverPhoto = command({
  send: ({ listId, photoId }: Which & { readonly photoId: string }, api) =>
    send(api.v1.lists({ id: listId }).cover.photos.post({ photoId })),
  invalidates: ["list"],
});

/** Records that the household allows photo searches, which send the words of a search to another service. */
export const allowPhotoSearch = command({
  send: (_: null, api) => send(api.app.household.patch({ photoSearch: true })),
  invalidates: ["household"],
});
