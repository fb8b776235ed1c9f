import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { checkContent } from './check-content.ts';
import { findLogo } from './logo/find-logo.ts';
import { templateInvalid, templateNotFound } from './problems.ts';
import type { TemplateContent } from './schema.ts';
import { findTemplate, lockTemplate, type TemplateRow } from './store.ts';

/** Raises `templateNotFound`. */
export async function getTemplate(tx: Tx, org: Org, id: string): Promise<TemplateRow> {
  const template = await findTemplate(tx, org, id);
  if (!template) throw templateNotFound({ id });
  return template;
}

/** The same, locked and as it then is. */
export async function lockedTemplate(tx: Tx, org: Org, id: string): Promise<TemplateRow> {
  await lockTemplate(tx, org, id);
  return getTemplate(tx, org, id);
}

/** Raises `templateInvalid` for a content that no invoice could be printed in. */
export async function requireContent(tx: Tx, org: Org, content: TemplateContent): Promise<void> {
  requireDrawable(content);
  const { logoFileId } = content;
  if (logoFileId && !(await findLogo(tx, org, logoFileId)))
    throw templateInvalid({ at: 'logoFileId', rule: `there is no logo ${logoFileId}` });
}

/** The same, without looking for its logo. */
export function requireDrawable(content: TemplateContent): void {
  const fault = checkContent(content);
  if (fault) throw templateInvalid(fault);
}
