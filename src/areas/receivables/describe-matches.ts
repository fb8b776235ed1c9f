import { findInvoice, findPayer } from '#areas/invoices/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { Context } from '#platform/http/operation.ts';
import type { Candidate, Suggestion } from './match-bank-line.ts';
import type { SplitSuggestion } from './match-several.ts';
import type { OwedInvoice } from './store/candidates.ts';

type Reading = Pick<Context, 'tx' | 'org'>;
type Owing = Omit<Candidate, 'invoices'> & { invoices: readonly OwedInvoice[] };

/** In wire form; null if nobody can pay it. */
export async function describeMatch(
  context: Reading,
  { candidate, parts, excess, reasons, confidence }: Suggestion<Owing>,
) {
  const account = await describeAccount(context, candidate, amountsOf(parts));
  if (account === null) return null;
  const { currency, groupId } = candidate.invoices[0] as OwedInvoice;
  return { ...account, invoiceGroupId: groupId, currency, reasons, confidence, excessAmount: excess };
}

/** The same for several accounts; null if fewer than two different ones can pay. */
export async function describeSplit(
  context: Reading,
  { candidates, parts, excess, reasons, confidence }: SplitSuggestion<Owing>,
) {
  const accounts: NonNullable<Awaited<ReturnType<typeof describeAccount>>>[] = [];
  for (const candidate of candidates) {
    const account = await describeAccount(context, candidate, amountsOf(parts));
    // One account may pay for itself and its group: a bank line has one payment of each account.
    if (account === null || accounts.some(({ accountId }) => accountId === account.accountId)) return null;
    accounts.push(account);
  }
  const { currency } = candidates[0] as Owing;
  return { currency, reasons, confidence, accounts, excessAmount: excess };
}

function amountsOf(parts: Suggestion<Owing>['parts']): ReadonlyMap<string, Decimal> {
  return new Map(parts.map(({ invoice, amount }) => [invoice.id, amount]));
}

async function describeAccount(context: Reading, { invoices }: Owing, amounts: ReadonlyMap<string, Decimal>) {
  const first = invoices[0] as OwedInvoice;
  const accountId = await payerOf(context, first);
  // Nobody can pay the invoice of a group that all members have left.
  if (accountId === null) return null;
  const { debtorName, ownerName: accountName } = first;
  return {
    ...{ accountId, accountName, debtorName },
    invoices: invoices.map((invoice) => describeInvoice(invoice, amounts.get(invoice.id))),
  };
}

/** The account itself, or the member that pays for its group. */
async function payerOf({ tx, org }: Reading, { id, accountId }: OwedInvoice): Promise<string | null> {
  if (accountId !== null) return accountId;
  const invoice = await findInvoice(tx, org, id);
  return invoice && findPayer({ tx, org }, invoice);
}

function describeInvoice(invoice: OwedInvoice, amount: Decimal | undefined) {
  const { id, sequenceId, invoiceDate, dueDate, totalAmount, outstandingAmount } = invoice;
  return {
    ...{ id, sequenceId, invoiceDate, dueDate, totalAmount, outstandingAmount },
    suggestedAmount: amount ?? null,
  };
}
