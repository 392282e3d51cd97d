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
 * Shows the result of `children` once the data of `read` are loaded, and keeps showing it if a later refetch fails.
 * Until the data are loaded, shows `count` placeholders of the CSS length `height`, or an error notice with a button to
 * try again. `children` is a plain function and not a component, so it must not call hooks. `children` may be missing
 * if the caller shows the data elsewhere.
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
