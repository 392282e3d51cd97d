import { useLayoutEffect, useState } from "preact/hooks";

/**
 * Returns a URL of the data. The URL is valid until the data change or the component is removed. Returns null at the
 * first rendering.
 */
export function useObjectUrl(data: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useLayoutEffect(() => {
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return url;
}
