import { createUpload } from './generated/imports.ts';
import { problemOf, request } from './transport.ts';
import { write } from './writes.ts';

/** Stores a CSV file; returns the id by which an import names it. Throws an `ApiProblem`. */
export async function uploadCsv(file: Blob): Promise<string> {
  const { fileId, uploadUrl } = await write(createUpload, {});
  const response = await request(uploadUrl, {
    ...{ method: 'PUT', body: file, credentials: 'omit' },
    headers: { 'content-type': 'text/csv' },
  });
  if (!response.ok) throw problemOf(response, await response.text());
  return fileId;
}

/** The text of a file behind a link that needs no session. Throws an `ApiProblem`. */
export async function readFile(url: string, signal: AbortSignal): Promise<string> {
  const response = await request(url, { credentials: 'omit', signal });
  const text = await response.text();
  if (!response.ok) throw problemOf(response, text);
  return text;
}
