import type { ComponentChildren } from "preact";
import { useLabels } from "./labels.tsx";
import { ErrorNotice } from "./notice.tsx";
import { Skeletons } from "./skeleton.tsx";

/**
 * State of a read. `data` is null or undefined until the data are loaded. `error` is set if the last attempt to load
 * them failed.
 */
export type Reading<Data> = {
  readonly data: Data | null | undefined;
  readonly error: unknown;
  readonly refetch: () => void;
};

/**
 * Calls `children` with the loaded data and shows the result, even if a later refetch has failed. While the data are
 * loading for the first time, shows `count` placeholders with the CSS length `height`. If this fails, shows an error
 * notice with a button to try again. `children` must not call hooks, because it is a plain function and not a
 * component. If the caller shows the data elsewhere, `children` may be missing.
 */
export function Loaded<Data>(props: {
  read: Reading<Data>;
  count: number;
  height: string;
  card?: boolean;
  /** Whether the error notice says that these data can only be loaded from the server. */
  needsServer?: boolean;
  children?: (data: Data) => ComponentChildren;
}) {
  const { count, height, card, needsServer, children } = props;
  const { data, error, refetch } = props.read;
  const labels = useLabels();
  if (data !== undefined && data !== null) return children?.(data);
  if (error) {
    return (
      <ErrorNotice title={labels.couldNotLoad} onRetry={refetch}>
        {needsServer && labels.needsServer}
      </ErrorNotice>
    );
  }
  return <Skeletons label={labels.loading} count={count} height={height} card={card ?? false} />;
}
