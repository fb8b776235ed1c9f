import { canonicalJson } from '#core/canonical-json.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { findPrintSettings, insertPrint, readSettingVariables } from '../store/prints.ts';

/**
 * Keeps what an invoice is printed with, in the transaction that issues it: from here on no edit of a
 * template or a setting changes its paper. Nothing is kept for one that is printed as it is.
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
