import { toFailure } from "./failures.ts";

/**
 * Uploads a file with `XMLHttpRequest`, because `fetch` cannot report progress. Calls `onProgress` with the fraction of
 * the file that has been sent so far, from 0 to 1. If `isRaw` is true, the body of the request is the file itself.
 * Otherwise, the body is a form with the field `file`.
 * @throws Failure if the server refused the request; Unreachable if there was no response
 */
export function uploadFile<Answer = unknown>(
  address: string,
  file: File,
  onProgress: (share: number) => void,
  { isRaw = false } = {},
): Promise<Answer> {
  const form = new FormData();
  if (!isRaw) form.append("file", file);
  const request = new XMLHttpRequest();
  request.responseType = "json";
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(toFailure(null, null));
    request.onload = () => {
      if (request.status === 200) return resolve(request.response as Answer);
      const names = ["X-Error-Code", "X-Error-Field", "Retry-After"];
      const headers = names.flatMap((name) => {
        const value = request.getResponseHeader(name);
        return value === null ? [] : [[name, value]];
      });
      reject(toFailure({ value: request.response as unknown }, { status: request.status, headers }));
    };
    request.open("POST", address);
    request.send(isRaw ? file : form);
  });
}
