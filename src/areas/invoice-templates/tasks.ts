import { type Task, task } from '#platform/workers/task.ts';
import type { LogoImage } from './logo/logo-image.ts';
import type { TemplateContent } from './schema.ts';

/** Tasks of this area on worker threads, implemented in `heavy-work.ts`. */
export const readLogoTask: Task<string, LogoImage | { rule: string }> = task('invoice-templates.read-logo', {
  limitMs: 10_000,
});
/**
 * Returns for each content the invalid member with the violated rule; null if invoices can be printed with
 * it.
 */
export const checkContentsTask: Task<readonly TemplateContent[], ContentFault[]> = task(
  'invoice-templates.check-contents',
  { limitMs: 10_000 },
);

export type ContentFault = { at: string; rule: string } | null;
