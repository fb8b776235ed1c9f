export { dropFile } from './drop-file.ts';
export { findLinkedFile } from './find-linked-file.ts';
export { keepFile, keepLocalFile, type NewFile } from './keep-file.ts';
export { linkToFile } from './link-to-file.ts';
export { dropAbandonedFiles } from './pending-files.ts';
export { abandonPendingFiles, findFile as findKeptFile, listFiles } from './store.ts';
export type { FilesTable } from './tables.ts';
