import { type Task, task } from '#platform/workers/task.ts';
import type { LogoImage } from './logo/read-logo.ts';
import type { TemplateContent } from './schema.ts';

/** What this area has done on worker threads; `heavy-work.ts` does it. */
export const readLogoTask: Task<string, LogoImage | { rule: string }> = task('invoice-templates.read-logo', {
  limitMs: 10_000,
});
/** Of each content, the member that is wrong, and why; null when invoices can be printed in it. */
export const checkContentsTask: Task<readonly TemplateContent[], ContentFault[]> = task(
  'invoice-templates.check-contents',
  { limitMs: 10_000 },
);

export type ContentFault = { at: string; rule: string } | null;
