import './tables.ts';
import { dropFile } from '#areas/files/index.ts';
import type { Area } from '#platform/http/area.ts';
import { DROP_RESULT } from './end-import.ts';
import { DROP_UPLOAD } from './keep-upload.ts';
import { createImport } from './operations/create-import.ts';
import { createUpload } from './operations/create-upload.ts';
import { getImport } from './operations/get-import.ts';
import { listImports } from './operations/list-imports.ts';
import { purgeOldImports } from './purge-old-imports.ts';
import { startImporting } from './run-imports.ts';
import { RUN_IMPORTS } from './store/imports.ts';

/** Imports of files, row by row: the area that owns a resource creates it from its row. */
export const imports: Area = {
  name: 'imports',
  title: 'Imports',
  operations: [createUpload, createImport, listImports, getImport],
  scheduledWork: [
    { kind: DROP_UPLOAD, run: (context, { id }) => dropFile(context, String(id)) },
    { kind: DROP_RESULT, run: (context, { id }) => dropFile(context, String(id)) },
  ],
  maintenance: purgeOldImports,
  background: { task: RUN_IMPORTS, start: startImporting },
};
