import { type Work, work } from '#platform/workers/task.ts';
import { checkContent } from './check-content.ts';
import { readLogo } from './logo/read-logo.ts';
import { checkContentsTask, readLogoTask } from './tasks.ts';

/** On worker threads: nothing here reaches a database. */
export const invoiceTemplateWork: readonly Work[] = [
  work(readLogoTask, readLogo),
  work(checkContentsTask, (contents) => contents.map(checkContent)),
];
