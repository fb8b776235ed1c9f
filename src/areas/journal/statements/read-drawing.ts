import { readForStatement, type StatementDrawing } from '#areas/invoice-printing/index.ts';
import { decimalText } from '#core/decimal.ts';
import { readClock } from '#platform/db/clock.ts';
import type { PrepareContext } from '#platform/http/operation.ts';
import { statementWithoutInvoice } from '../problems.ts';
import { readStatement } from '../read-statement.ts';
import type { PrintStatementRequest } from '../schema-statement.ts';
import { findLastInvoiceId } from '../store/statements.ts';

export type DrawnStatement = Awaited<ReturnType<typeof readDrawing>>;

/**
 * Reads a statement as it is printed, in a transaction of its own. Raises the problems of `readStatement`,
 * and `statementWithoutInvoice`.
 */
export function readDrawing(
  { database, deployment, org }: Pick<PrepareContext, 'database' | 'deployment' | 'org'>,
  { debtorType: type, debtorId: id, language, ...asked }: PrintStatementRequest,
) {
  const debtor = { type, id };
  return database.transaction({ orgId: org.orgId, access: 'read' }, async (tx) => {
    const now = await readClock(tx, org);
    const statement = await readStatement({ tx, org, now }, { debtor, ...asked });
    const invoiceId = await findLastInvoiceId(tx, org, { debtor, currency: asked.currency });
    if (invoiceId === null) throw statementWithoutInvoice();
    const read = await readForStatement({ tx, org, deployment }, { invoiceId, language });
    const { language: printed, ...layout } = read;
    const input: StatementDrawing = { ...layout, statement: textsOf(statement) };
    return { input, language: printed, statement };
  });
}

function textsOf({
  entries,
  ...statement
}: Awaited<ReturnType<typeof readStatement>>): StatementDrawing['statement'] {
  const { debtorType, debtorId, currency, opening, closing } = statement;
  return {
    ...{ debtorType, debtorId, currency, asOf: String(statement.asOf) },
    ...{ from: String(statement.from), to: String(statement.to) },
    ...{ opening: decimalText(opening), closing: decimalText(closing) },
    entries: entries.map(({ date, kind, sequenceId, amount, balance }) => ({
      ...{ date: String(date), kind, number: sequenceId ?? '' },
      ...{ amount: decimalText(amount), balance: decimalText(balance) },
    })),
  };
}
