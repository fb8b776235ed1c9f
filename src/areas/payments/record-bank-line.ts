import { type AccountRow, accountInDraft, lockAccount } from '#areas/accounts/index.ts';
import { recordPayment } from '#areas/invoices/index.ts';
import { type Decimal, decimalText, ZERO } from '#core/decimal.ts';
import type { Context } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { bankLineCurrency, bankLineRepeated, bankLineUneven } from './problems.ts';
import type { RecordBankLineRequest } from './schema.ts';

/**
 * Records one payment of each account that a bank line pays for, all or nothing, under a common id. Returns
 * that id and those of the payments, in the order of the request. Raises the problems of a payment, and of
 * the line as a whole.
 */
export async function recordBankLine(
  context: Context,
  body: RecordBankLineRequest,
): Promise<{ id: string; paymentIds: string[] }> {
  const { externalPaymentReference: reference, currency, payments } = body;
  const { description: referenceDescription, metadata, ...source } = reference;
  const accounts = await lockAccounts(context, body);
  checkSum(body.totalAmount, payments);
  const id = newId('line', context.now);
  const paymentIds: string[] = [];
  for (const { accountId, totalAmount, lineItemRecords } of payments) {
    const account = accounts.get(accountId) as AccountRow;
    const paymentId = await recordPayment(context, account, {
      ...source,
      ...{ currency, totalAmount, bankLineId: id, createdBy: context.actor.credentialId },
      referenceDescription: referenceDescription ?? null,
      referenceMetadata: metadata ?? null,
      description: body.description ?? null,
      notes: body.notes ?? null,
      records: lineItemRecords,
    });
    paymentIds.push(paymentId);
    // step: a part of a bank line is recorded
  }
  return { id, paymentIds };
}

/** In the order of ids, before anything else is locked: two lines of the same accounts wait for each other. */
async function lockAccounts(
  { tx, org }: Context,
  { payments, currency }: RecordBankLineRequest,
): Promise<Map<string, AccountRow>> {
  const byId = new Map<string, AccountRow>();
  const found = new Map<string, AccountRow>();
  for (const accountId of [...new Set(payments.map((each) => each.accountId))].sort())
    found.set(accountId, await lockAccount(tx, org, accountId));
  for (const [index, { accountId }] of payments.entries()) {
    const account = found.get(accountId) as AccountRow;
    const at = `payments[${index}]`;
    if (byId.has(account.id)) throw bankLineRepeated({ at, id: account.id });
    if (account.status === 'DRAFT') throw accountInDraft({ id: account.id });
    if (account.invoiceCurrency !== currency)
      throw bankLineCurrency({ at, id: account.id, currency: account.invoiceCurrency, line: currency });
    byId.set(account.id, account);
  }
  return found;
}

function checkSum(total: Decimal, payments: readonly { totalAmount: Decimal }[]): void {
  const sum = payments.reduce((before, { totalAmount }) => before.plus(totalAmount), ZERO);
  if (!sum.eq(total)) throw bankLineUneven({ total: decimalText(total), sum: decimalText(sum) });
}
