import { operation } from '#platform/http/operation.ts';
import { creditNotFound, creditSettled } from '../problems.ts';
import { describeCredit } from '../rules.ts';
import { Credit, CreditParams } from '../schema.ts';
import { voidOnRequest } from '../void-on-request.ts';

export const voidCredit = operation({
  id: 'voidCredit',
  method: 'POST',
  route: '/credits/{credit_id}/void',
  scope: 'credits:write',
  summary: 'Void a credit',
  description:
    'Final. The rest of the credit is void, also for drafts; the part that invoices consumed stays ' +
    'consumed.',
  request: { params: CreditParams },
  response: { status: 200, body: Credit },
  problems: [creditNotFound, creditSettled],
  handle: async ({ tx, org, now }, { params }) =>
    describeCredit(await voidOnRequest({ tx, org, now }, params.credit_id)),
});
