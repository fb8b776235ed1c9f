import { canonicalJson } from '#core/canonical-json.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { findPrintSettings, insertPrint, readSettingVariables } from '../store/prints.ts';

/**
 * Stores the template and settings of an invoice in the transaction that issues it, so that later edits do
 * not change its PDF. Stores nothing for an invoice with the default layout.
 */
export async function freezePrint({ tx, org, now }: ScheduledWorkContext, invoiceId: string): Promise<void> {
  const found = await findPrintSettings(tx, org, invoiceId);
  if (!found || (found.templateId === null && !found.hidesZeroLines)) return;
  const { templateId, templateVersion, hidesZeroLines } = found;
  const data = canonicalJson({ settings: await readSettingVariables(tx, org, found) });
  await insertPrint(tx, {
    ...{ orgId: org.orgId, invoiceId, templateId, templateVersion, hidesZeroLines, data },
    createdAt: now,
  });
}
