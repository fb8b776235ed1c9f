import { creditNotFound, findCredit } from '#areas/credits/index.ts';
import { operation } from '#platform/http/operation.ts';
import { nameLines } from '../name-lines.ts';
import { CreditParams } from '../schema.ts';
import { creditUseList, listCreditUses as listRows } from '../store/credit-uses.ts';
import { CreditUsePage } from '../trace-schema.ts';

export const listCreditUses = operation({
  id: 'listCreditUses',
  method: 'GET',
  route: '/ext/v1/credits/{credit_id}/uses',
  scope: 'credits:read',
  summary: 'List what a credit paid',
  description:
    'By invoice and line, newest first; for drafts the amount that they would take now. An amount that an ' +
    'invoice gave back stays in this list: the transactions of the credit have it.',
  request: { params: CreditParams },
  response: { status: 200, body: CreditUsePage },
  list: creditUseList,
  problems: [creditNotFound],
  async handle({ tx, org }, { params, page }) {
    const credit = await findCredit(tx, org, params.credit_id);
    if (!credit) throw creditNotFound({ id: params.credit_id });
    const { rows, nextToken } = await listRows(tx, org, { creditId: credit.id, page });
    const lines = rows.flatMap(({ invoiceId, lineId }) => (lineId === null ? [] : [{ invoiceId, lineId }]));
    const nameOf = await nameLines({ tx, org }, lines);
    const data = rows.map(({ lineId, ...row }) => ({
      ...row,
      lineId,
      lineName: lineId === null ? null : nameOf({ invoiceId: row.invoiceId, lineId }),
    }));
    return { data, nextToken };
  },
});
