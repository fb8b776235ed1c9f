import { notFoundKind, problemKind } from '#platform/problem.ts';

export const MAX_CONCURRENT = 5;

export const importNotFound = notFoundKind('import');
export const uploadNotFound = problemKind(
  'UPLOAD_NOT_FOUND',
  404,
  (d: { id: string }) =>
    `fileId: there is no upload ${d.id}; send the file to the link of POST /ext/v1/uploads first`,
);
export const columnsInvalid = problemKind(
  'IMPORT_COLUMNS_INVALID',
  400,
  (d: { problems: readonly string[] }) => d.problems.slice(0, 5).join('; '),
);
export const tooManyImports = problemKind(
  'TOO_MANY_IMPORTS',
  429,
  () => `${MAX_CONCURRENT} imports are under way already; ask again when one of them has ended`,
);
export const uploadTaken = problemKind(
  'UPLOAD_TAKEN',
  409,
  (d: { id: string }) => `upload ${d.id} has another file already; ask for another link`,
);
