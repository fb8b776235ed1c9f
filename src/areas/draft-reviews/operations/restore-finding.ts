import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { storeLevels } from '../dismiss-findings.ts';
import { dismissalNotFound } from '../problems.ts';
import { FindingParams } from '../schema.ts';
import { deleteDismissal } from '../store/dismissals.ts';

export const restoreFinding = operation({
  id: 'restoreFinding',
  method: 'DELETE',
  route: '/ext/v1/invoices/{invoice_id}/findings/{finding_key}/dismissal',
  scope: 'invoices:write',
  summary: 'Reopen a finding that was dismissed',
  request: { params: FindingParams },
  response: { status: 200, body: Success },
  problems: [dismissalNotFound],
  async handle(context, { params }) {
    const { invoice_id: invoiceId, finding_key: key } = params;
    const isFound = await deleteDismissal(context.tx, context.org, { invoiceId, key });
    if (!isFound) throw dismissalNotFound({ invoiceId });
    await storeLevels(context, [invoiceId]);
    return { success: true };
  },
});
