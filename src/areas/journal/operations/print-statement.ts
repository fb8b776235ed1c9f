import { readForStatement, renderStatement, STATEMENT_PROBLEMS } from '#areas/invoice-printing/index.ts';
import { decimalText } from '#core/decimal.ts';
import { readClock } from '#platform/db/clock.ts';
import { longOperation } from '#platform/http/operation.ts';
import {
  journalPeriodInvalid,
  statementDebtorNotFound,
  statementTooLong,
  statementWithoutInvoice,
} from '../problems.ts';
import { readStatement } from '../read-statement.ts';
import { PrintedStatement, PrintStatementRequest } from '../schema-statement.ts';
import { findLastInvoiceId } from '../store/statements.ts';

export const printStatement = longOperation({
  id: 'printStatement',
  method: 'POST',
  route: '/ext/v1/statement/pdf',
  scope: 'invoices:read',
  summary: 'Render a statement of account as PDF',
  description:
    'In the layout and the language of the last invoice of the debtor, in the name of its seller. Nothing ' +
    'is stored.',
  isRead: true,
  request: { body: PrintStatementRequest },
  response: { status: 200, body: PrintedStatement },
  problems: [
    ...[journalPeriodInvalid, statementDebtorNotFound, statementTooLong, statementWithoutInvoice],
    ...STATEMENT_PROBLEMS,
  ],
  // A worker thread renders it, outside any transaction.
  async handleLong({ database, deployment, org }, { body }) {
    const { debtorType: type, debtorId: id, ...asked } = body;
    const debtor = { type, id };
    const input = await database.transaction({ orgId: org.orgId, access: 'read' }, async (tx) => {
      const now = await readClock(tx, org);
      const { opening, closing, entries, ...statement } = await readStatement(
        { tx, org, now },
        { debtor, ...asked },
      );
      const invoiceId = await findLastInvoiceId(tx, org, { debtor, currency: body.currency });
      if (invoiceId === null) throw statementWithoutInvoice();
      return {
        ...(await readForStatement({ tx, org, deployment }, invoiceId)),
        statement: {
          ...{ debtorType: type, debtorId: id, currency: statement.currency, asOf: String(statement.asOf) },
          ...{ from: String(statement.from), to: String(statement.to) },
          ...{ opening: decimalText(opening), closing: decimalText(closing) },
          entries: entries.map(({ date, kind, sequenceId, amount, balance }) => ({
            ...{ date: String(date), kind, number: sequenceId ?? '' },
            ...{ amount: decimalText(amount), balance: decimalText(balance) },
          })),
        },
      };
    });
    return { contentType: 'application/pdf', content: await renderStatement({ org, deployment }, input) };
  },
});
