import { operation } from '#platform/http/operation.ts';
import { creditNotFound } from '../problems.ts';
import { describeCredit } from '../rules.ts';
import { CreditDetails, CreditParams } from '../schema.ts';
import { findCredit } from '../store/credits.ts';
import { listTransactions } from '../store/ledger.ts';

export const getCredit = operation({
  id: 'getCredit',
  method: 'GET',
  route: '/credits/{credit_id}',
  scope: 'credits:read',
  portal: { mode: 'READ', hides: ['grantorId', 'idempotencyKey', 'transactions.entityId'] },
  summary: 'Get a credit with its transactions',
  description: 'Holds of drafts are not transactions; only final changes are.',
  request: { params: CreditParams },
  response: { status: 200, body: CreditDetails },
  problems: [creditNotFound],
  async handle({ tx, org }, { params }) {
    const [row, transactions] = await Promise.all([
      findCredit(tx, org, params.credit_id),
      listTransactions(tx, org, params.credit_id),
    ]);
    if (!row) throw creditNotFound({ id: params.credit_id });
    return { ...describeCredit(row), transactions };
  },
});
