import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { getFile } from './operations/get-file.ts';
import { getFileDownloadUrl } from './operations/get-file-download-url.ts';
import { dropOldPendingFiles } from './pending-files.ts';

export const files: Area = {
  name: 'files',
  title: 'Files',
  operations: [getFile, getFileDownloadUrl],
  maintenance: dropOldPendingFiles,
};
