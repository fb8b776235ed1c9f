import type { Context } from '#platform/http/operation.ts';
import { addMetadata } from '../store/changes.ts';

/** Says on a paid invoice that what it is for was not given, so that an operator gives the money back. */
export async function flagRefund(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  { invoiceId, reason }: { invoiceId: string; reason: string },
): Promise<void> {
  await addMetadata(tx, org, { id: invoiceId, metadata: { refundDue: reason }, now });
}
