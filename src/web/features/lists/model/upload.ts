/** Sending a picture, with how far it is: `fetch` does not tell that. */
import { toFailure } from "../../../sync/api/failures.ts";

/** As the server has it. */
export const maxPictureBytes = 8_388_608;
/** As the server has it. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"];

/**
 * Gives a list a picture. `onProgress` hears how much is sent, 0 to 1; at 1 the server is at work on it.
 * @throws Failure where the server refuses it; Unreachable where it does not answer.
 */
export function uploadCover(listId: string, file: File, onProgress: (share: number) => void): Promise<void> {
  const body = new FormData();
  body.append("file", file);
  const request = new XMLHttpRequest();
  request.responseType = "json";
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(toFailure(null, null));
    request.onload = () => {
      if (request.status === 200) return resolve();
      const names = ["X-Error-Code", "X-Error-Field", "Retry-After"];
      const headers = names.flatMap((name) => {
        const value = request.getResponseHeader(name);
        return value === null ? [] : [[name, value]];
      });
      reject(toFailure({ value: request.response as unknown }, { status: request.status, headers }));
    };
    request.open("POST", `/v1/lists/${encodeURIComponent(listId)}/cover`);
    request.send(body);
  });
}
