import { type Work, work } from '#platform/workers/task.ts';
import { checkContent } from './check-content.ts';
import { readLogo } from './logo/read-logo.ts';
import { checkContentsTask, readLogoTask } from './tasks.ts';

/** Work that runs on worker threads, without access to the database. */
export const invoiceTemplateWork: readonly Work[] = [
  work(readLogoTask, readLogo),
  work(checkContentsTask, (contents) => contents.map(checkContent)),
];
