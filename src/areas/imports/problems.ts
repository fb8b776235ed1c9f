import { notFoundKind, problemKind } from '#platform/problem.ts';

export const MAX_CONCURRENT = 5;

export const importNotFound = notFoundKind('import');
export const uploadNotFound = problemKind(
  'UPLOAD_NOT_FOUND',
  404,
  (d: { id: string }) =>
    `fileId: upload ${d.id} not found; send the file to the link from POST /ext/v1/uploads first`,
);
export const columnsInvalid = problemKind(
  'IMPORT_COLUMNS_INVALID',
  400,
  (d: { problems: readonly string[] }) => d.problems.slice(0, 5).join('; '),
);
export const tooManyImports = problemKind(
  'TOO_MANY_IMPORTS',
  429,
  () =>
    `${MAX_CONCURRENT} imports are already in progress, the maximum; start this one when one of them ` +
    'has ended',
);
export const uploadTaken = problemKind(
  'UPLOAD_TAKEN',
  409,
  (d: { id: string }) =>
    `upload ${d.id} already has a different file; request a new link with POST /ext/v1/uploads`,
);
