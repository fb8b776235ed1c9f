import {
  creditNotFound,
  creditSettled,
  findCredit,
  remainingOf,
  voidOnRequest,
} from '#areas/credits/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { previewBalances } from '../preview-balances.ts';
import { CreditParams, CreditVoidPreview } from '../schema.ts';

export const previewCreditVoid = operation({
  id: 'previewCreditVoid',
  method: 'POST',
  route: '/ext/v1/credits/{credit_id}/void_preview',
  scope: 'credits:write',
  summary: 'Preview the void of a credit',
  description:
    'Changes nothing: voids the credit, computes the drafts of its account, and rolls everything back. ' +
    'Rejects what the void would reject.',
  request: { params: CreditParams },
  response: { status: 200, body: CreditVoidPreview },
  problems: [creditNotFound, creditSettled, concurrentChange],
  async handle(context, { params }) {
    const { tx, org } = context;
    const found = await findCredit(tx, org, params.credit_id);
    if (!found) throw creditNotFound({ id: params.credit_id });
    const { read: credit, ...effect } = await previewBalances(context, [found.accountId], {
      async work() {
        // Under the lock of the account: it may have been consumed meanwhile.
        const result = (await findCredit(tx, org, found.id)) ?? found;
        await voidOnRequest(context, found.id);
        return { result };
      },
      read: (before) => Promise.resolve(before),
    });
    return { currency: credit.creditUnit, voidedAmount: remainingOf(credit), ...effect };
  },
});
