import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { dismiss, storeLevels } from '../dismiss-findings.ts';
import { findingNotDismissible, findingNotFound } from '../problems.ts';
import { isDismissible } from '../rules.ts';
import { DismissFindingRequest, FindingParams } from '../schema.ts';
import { lockRowsOfInvoices } from '../store/reviewed-drafts.ts';

export const dismissFinding = operation({
  id: 'dismissFinding',
  method: 'PUT',
  route: '/ext/v1/invoices/{invoice_id}/findings/{finding_key}/dismissal',
  scope: 'invoices:write',
  summary: 'Dismiss a finding about a draft',
  description:
    'The comment is in the audit log, with the name of the person. The dismissal holds for the figures of ' +
    'the finding: with other figures it is another finding. Dismissing a finding again changes nothing.',
  request: { params: FindingParams, body: DismissFindingRequest },
  response: { status: 200, body: Success },
  problems: [findingNotFound, findingNotDismissible],
  async handle(context, { params, body }) {
    const { tx, org } = context;
    const { invoice_id: invoiceId, finding_key: key } = params;
    const rows = await lockRowsOfInvoices(tx, org, [invoiceId]);
    const finding = rows.flatMap(({ findings }) => findings).find((each) => each.key === key);
    if (!finding) throw findingNotFound({ invoiceId });
    if (!isDismissible(finding)) throw findingNotDismissible();
    await dismiss(context, [{ invoiceId, finding }], body.comment);
    await storeLevels(context, [invoiceId]);
    return { success: true };
  },
});
