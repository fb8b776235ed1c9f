import type { Tx } from '#platform/db/database.ts';
import type { Org, PrepareContext } from '#platform/http/operation.ts';
import { TaskKilled } from '#platform/workers/thread.ts';
import { findLogo } from './logo/find-logo.ts';
import { templateInvalid, templateNotFound } from './problems.ts';
import type { TemplateContent } from './schema.ts';
import { findTemplate, lockTemplate, type TemplateRow } from './store.ts';
import { type ContentFault, checkContentsTask } from './tasks.ts';

/** Raises `templateNotFound`. */
export async function getTemplate(tx: Tx, org: Org, id: string): Promise<TemplateRow> {
  const template = await findTemplate(tx, org, id);
  if (!template) throw templateNotFound({ id });
  return template;
}

/** The same, locked and read under the lock. */
export async function lockedTemplate(tx: Tx, org: Org, id: string): Promise<TemplateRow> {
  await lockTemplate(tx, org, id);
  return getTemplate(tx, org, id);
}

/**
 * Returns the fault of each content, determined on a worker thread before the transaction begins; null if
 * invoices can be printed with it.
 */
export function checkContents(
  { org, deployment }: PrepareContext,
  contents: readonly TemplateContent[],
): Promise<ContentFault[]> {
  if (contents.length === 0) return Promise.resolve([]);
  return deployment.workers.run(checkContentsTask, { org, input: contents }).catch((error) => {
    if (!(error instanceof TaskKilled)) throw error;
    throw templateInvalid({ at: 'texts', rule: `takes too much ${error.why} to render; simplify it` });
  });
}

export async function checkOneContent(
  context: PrepareContext,
  content: TemplateContent | undefined,
): Promise<ContentFault> {
  const [fault = null] = await checkContents(context, content ? [content] : []);
  return fault;
}

/** Raises `templateInvalid` for a content with a fault, or with an unknown logo. */
export async function requireContent(
  tx: Tx,
  org: Org,
  { content, fault }: { content: TemplateContent; fault: ContentFault },
): Promise<void> {
  if (fault) throw templateInvalid(fault);
  const { logoFileId } = content;
  if (logoFileId && !(await findLogo(tx, org, logoFileId)))
    throw templateInvalid({
      at: 'logoFileId',
      rule: `logo ${logoFileId} not found; upload it with POST /ext/v1/invoice_templates/logos`,
    });
}
