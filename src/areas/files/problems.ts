import { notFoundKind, problemKind } from '#platform/problem.ts';

export const fileNotFound = notFoundKind('file');
export const linkInvalid = problemKind(
  'LINK_INVALID',
  403,
  () => 'the link is not valid or has expired; get a new one from GET /files/{file_id}/download_url',
);
