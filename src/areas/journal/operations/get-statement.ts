import { operation } from '#platform/http/operation.ts';
import {
  journalPeriodInvalid,
  statementDebtorInvalid,
  statementDebtorNotFound,
  statementTooLong,
} from '../problems.ts';
import { readStatement } from '../read-statement.ts';
import { Statement, StatementQuery } from '../schema-statement.ts';
import type { Debtor } from '../store/statements.ts';

export const getStatement = operation({
  id: 'getStatement',
  method: 'GET',
  route: '/ext/v1/statement',
  scope: 'invoices:read',
  summary: 'Get a statement of account',
  description:
    'What a customer, an account or an invoice group owed at the beginning of a period, every change of it ' +
    'until the end, and the rest: the receivables at that time. Send exactly one of customer_id, ' +
    'account_id and invoice_group_id. At most 366 days and 1,000 entries.',
  request: { query: StatementQuery },
  response: { status: 200, body: Statement },
  problems: [journalPeriodInvalid, statementDebtorInvalid, statementDebtorNotFound, statementTooLong],
  handle(context, { query }) {
    const { customer_id, account_id, invoice_group_id, ...asked } = query;
    const debtors: Debtor[] = [
      ...(customer_id === undefined ? [] : [{ type: 'CUSTOMER' as const, id: customer_id }]),
      ...(account_id === undefined ? [] : [{ type: 'ACCOUNT' as const, id: account_id }]),
      ...(invoice_group_id === undefined ? [] : [{ type: 'INVOICE_GROUP' as const, id: invoice_group_id }]),
    ];
    const [debtor] = debtors;
    if (!debtor || debtors.length > 1) throw statementDebtorInvalid();
    return readStatement(context, { debtor, ...asked });
  },
});
