import { findInvoice, findPayer } from '#areas/invoices/index.ts';
import { type Context, operation } from '#platform/http/operation.ts';
import { matchBankLine as match } from '../match-bank-line.ts';
import { BankLineMatches, MatchBankLineRequest } from '../schema.ts';
import { listOwedBy, listOwnersOfLine, type OwedInvoice, type Owner } from '../store/candidates.ts';

export const matchBankLine = operation({
  id: 'matchBankLine',
  method: 'POST',
  route: '/ext/v1/receivables/matches',
  scope: 'invoices:read',
  summary: 'Suggest which invoices a bank line pays',
  description:
    'Compares the text with the numbers of open invoices and the names of customers and groups, and the ' +
    'amount with one open invoice, two together, or all of an account. Changes nothing: record the payment ' +
    'with POST /payments. At most 5 suggestions, the likeliest first, one for each account or group.',
  isRead: true,
  request: { body: MatchBankLineRequest },
  response: { status: 200, body: BankLineMatches },
  async handle(context, { body }) {
    const { tx, org } = context;
    const line = { ...body, currency: body.currency ?? null };
    const owners = await listOwnersOfLine(tx, org, line);
    const owed = await listOwedBy(tx, org, {
      ownerIds: owners.map(({ ownerId }) => ownerId),
      currency: line.currency,
    });
    const suggestions = match(line, candidatesOf(owners, owed));
    const matches = [];
    for (const { candidate, parts, excess, reasons, confidence } of suggestions) {
      const accountId = await payerOf(context, candidate.invoices[0] as OwedInvoice);
      // Nobody can pay the invoice of a group that all members have left.
      if (accountId === null) continue;
      const { currency, debtorName, ownerName, groupId } = candidate.invoices[0] as OwedInvoice;
      const paid = new Map(parts.map(({ invoice, amount }) => [invoice.id, amount]));
      matches.push({
        ...{ accountId, invoiceGroupId: groupId, debtorName, accountName: ownerName, currency },
        ...{ reasons, confidence, excessAmount: excess },
        invoices: candidate.invoices.map((invoice) => describe(invoice, paid.get(invoice.id))),
      });
    }
    return { matches };
  },
});

function candidatesOf(owners: readonly Owner[], owed: readonly OwedInvoice[]) {
  const byOwner = Map.groupBy(owed, ({ ownerId, currency }) => `${currency} ${ownerId}`);
  const named = new Set(owners.filter(({ isNamed }) => isNamed).map(({ ownerId }) => ownerId));
  return [...byOwner.values()].map((invoices) => {
    const { ownerId, currency } = invoices[0] as OwedInvoice;
    return { accountId: ownerId, currency, isNamed: named.has(ownerId), invoices };
  });
}

/** The account itself, or the member that pays for its group. */
async function payerOf(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  { id, accountId }: OwedInvoice,
): Promise<string | null> {
  if (accountId !== null) return accountId;
  const invoice = await findInvoice(tx, org, id);
  return invoice && findPayer({ tx, org }, invoice);
}

function describe(invoice: OwedInvoice, amount: OwedInvoice['outstandingAmount'] | undefined) {
  const { id, sequenceId, invoiceDate, dueDate, totalAmount, outstandingAmount } = invoice;
  return {
    ...{ id, sequenceId, invoiceDate, dueDate, totalAmount, outstandingAmount },
    suggestedAmount: amount ?? null,
  };
}
