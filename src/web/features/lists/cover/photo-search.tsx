import { useQuery } from "@tanstack/react-query";
import { useState } from "preact/hooks";
import { useCommand } from "#web/forms/use-command.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { api, queryClient } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { useIsAdult } from "#web/sync/session.ts";
import { source } from "#web/sync/source.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Search } from "#web/ui/icons.ts";
import { allowPhotoSearch, chooseCoverPhoto } from "../model/cover-commands.ts";

const photoSearchSource = source("lists.photoSearch", ["household"], (_, api) => read(api.app.photos.get()));

/** Names of the services that receive the words of a photo search. */
const services = { openverse: "Openverse", pexels: "Pexels", unsplash: "Unsplash" } as const;

/**
 * Lets users search for a photo. The words of a search are sent to another service only after an adult has allowed
 * this.
 */
export function PhotoSearch({ listId }: { listId: string }) {
  const { lists } = useText();
  const read = useSource(photoSearchSource, {});
  const { data } = read;
  if (!data) return <Loaded read={read} count={1} height="4rem" />;
  if (data.provider === null) return <p className="soft">{lists.cover.searchOff}</p>;
  const service = data.provider === "folder" ? null : services[data.provider];
  if (service !== null && !data.isAllowed) return <Consent service={service} />;
  return <Searching listId={listId} hint={service === null ? undefined : lists.cover.goesTo(service)} />;
}

function Consent({ service }: { service: string }) {
  const { cover } = useText().lists;
  const isAdult = useIsAdult();
  const { run, error } = useCommand();
  return (
    <section className="lists-photos" aria-label={cover.search}>
      <strong>{cover.ask(service)}</strong>
      <p>{cover.askText(service)}</p>
      {isAdult ? (
        <Button icon={<Search />} onClick={() => void run(allowPhotoSearch, null)}>
          {cover.allow(service)}
        </Button>
      ) : (
        <p className="soft">{cover.askAdult}</p>
      )}
      {error && <ErrorNotice title={error} />}
    </section>
  );
}

function Searching({ listId, hint }: { listId: string; hint: string | undefined }) {
  const { cover } = useText().lists;
  const [typed, setTyped] = useState("");
  const [query, setQuery] = useState("");
  const [pages, setPages] = useState(1);
  return (
    <div className="lists-photos">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setPages(1);
          setQuery(typed.trim());
        }}
      >
        <TextField
          label={cover.search}
          hint={hint}
          type="search"
          enterkeyhint="search"
          placeholder={cover.searchPlaceholder}
          value={typed}
          maxLength={200}
          onChange={setTyped}
          end={
            <IconButton type="submit" aria-label={cover.search}>
              <Search />
            </IconButton>
          }
        />
      </form>
      {query &&
        Array.from({ length: pages }, (_, index) => index + 1).map((page) => (
          <PhotoPage
            key={`${query} ${page}`}
            listId={listId}
            query={query}
            page={page}
            onMore={page === pages ? () => setPages(pages + 1) : null}
          />
        ))}
    </div>
  );
}

type PageProps = { listId: string; query: string; page: number; onMore: (() => void) | null };

function PhotoPage({ listId, query, page, onMore }: PageProps) {
  const { common, lists } = useText();
  const { cover } = lists;
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["lists.photos", { query, page }],
      queryFn: () => findPhotos(query, page),
      retry: false,
      // Changes of the household do not make search results stale, and the device need not store them.
      meta: { kinds: [], isKept: false },
    },
    queryClient,
  );
  if (error) {
    const isOff = error instanceof Failure && error.status === 503;
    if (isOff) return <p className="soft">{cover.searchOff}</p>;
    return <ErrorNotice title={cover.searchFailed} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeletons label={common.loading} count={1} height="14rem" />;
  if (data.photos.length === 0) return <p className="soft">{cover.noneFound(query)}</p>;
  return (
    <>
      <PhotoGrid listId={listId} photos={data.photos} />
      {onMore && page < data.totalPages && <Button onClick={onMore}>{cover.more}</Button>}
    </>
  );
}

type Photo = Awaited<ReturnType<typeof findPhotos>>["photos"][number];
const findPhotos = (query: string, page: number) => read(api.v1.lists.photos.search.get({ query: { query, page } }));

function PhotoGrid({ listId, photos }: { listId: string; photos: readonly Photo[] }) {
  const { cover } = useText().lists;
  const { run, isBusy, error } = useCommand();
  return (
    <>
      <ul className="lists-photo-grid" aria-label={cover.found}>
        {photos.map(({ id, description, photographer, thumbnailUrl, color }) => (
          <li key={id}>
            <button
              type="button"
              disabled={isBusy}
              aria-label={cover.use(description, photographer)}
              style={color ? { backgroundColor: color } : {}}
              onClick={() => void run(chooseCoverPhoto, { listId, photoId: id })}
            >
              <img src={thumbnailUrl} alt="" loading="lazy" decoding="async" />
            </button>
            <span className="lists-attribution">{photographer}</span>
          </li>
        ))}
      </ul>
      <div role="status">{isBusy && <p className="small">{cover.setting}</p>}</div>
      {error && <ErrorNotice title={error} />}
    </>
  );
}
