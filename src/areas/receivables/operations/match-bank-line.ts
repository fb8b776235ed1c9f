import { operation } from '#platform/http/operation.ts';
import { describeMatch, describeSplit } from '../describe-matches.ts';
import { matchBankLine as match } from '../match-bank-line.ts';
import { matchSeveral } from '../match-several.ts';
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
    'amount with one open invoice, two together, or all of an account or a customer. Changes nothing: ' +
    'record the payment with POST /payments. At most 5 suggestions, the likeliest first, one for each ' +
    'account or group.',
  isRead: true,
  request: { body: MatchBankLineRequest },
  response: { status: 200, body: BankLineMatches },
  async handle(context, { body }) {
    const { tx, org } = context;
    const line = { ...body, currency: body.currency ?? null };
    const owners = await listOwnersOfLine(tx, org, line);
    const ownerIds = owners.map(({ ownerId }) => ownerId);
    const owed = await listOwedBy(tx, org, { ownerIds, currency: line.currency });
    const candidates = candidatesOf(owners, owed);
    const matches = await inTurn(match(line, candidates), (each) => describeMatch(context, each));
    const splits = await inTurn(matchSeveral(line, candidates), (each) => describeSplit(context, each));
    return { matches, splits };
  },
});

function candidatesOf(owners: readonly Owner[], owed: readonly OwedInvoice[]) {
  const byOwner = Map.groupBy(owed, ({ ownerId, currency }) => `${currency} ${ownerId}`);
  const named = new Set(owners.filter(({ isNamed }) => isNamed).map(({ ownerId }) => ownerId));
  return [...byOwner.values()].map((invoices) => {
    const { ownerId, currency, debtorId } = invoices[0] as OwedInvoice;
    return { accountId: ownerId, debtorId, currency, isNamed: named.has(ownerId), invoices };
  });
}

/** One after the other, on the one connection of the request; without those that nobody can pay. */
async function inTurn<S, D>(
  suggestions: readonly S[],
  describe: (each: S) => Promise<D | null>,
): Promise<D[]> {
  const described: D[] = [];
  for (const suggestion of suggestions) {
    const one = await describe(suggestion);
    if (one !== null) described.push(one);
  }
  return described;
}
