import { toFailure } from "./failures.ts";

/** Sends the file as the server's uploads want it. `onProgress` gets the sent share, 0 to 1, which `fetch` does not report. @throws Failure, Unreachable */
export function uploadFile(address: string, file: File, onProgress: (share: number) => void): Promise<void> {
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
    request.open("POST", address);
    request.send(body);
  });
}
