import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { exact } from '../../../api/decimal.ts';
import { listOpenInvoices, matchBankLine } from '../../../api/generated/receivables.ts';
import type { BankLineMatch, BankLineSplit } from '../../../api/generated/types.ts';
import { all, one } from '../../../api/queries.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import { readBankLine } from './bank-line.ts';
import { isPositive, type PaymentFields } from './payment-form.ts';

type Invoice = Pick<BankLineMatch['invoices'][number], 'id' | 'sequenceId' | 'dueDate' | 'outstandingAmount'>;

export interface ShownMatch extends Pick<BankLineMatch, 'accountName' | 'debtorName' | 'currency'> {
  key: string;
  accounts: { id: string; name: string }[];
  reasons: BankLineMatch['reasons'];
  confidence: BankLineMatch['confidence'] | null;
  invoices: (Invoice & { accountId: string; accountName: string })[];
  /** The invoices that the suggestion pays. */
  suggested: ReadonlySet<string>;
}

export interface FoundMatches {
  matches: readonly ShownMatch[];
  /** The chosen one, or the likeliest; null if there is none. */
  match: ShownMatch | null;
  isSearching: boolean;
  hasSearched: boolean;
  error: unknown;
}

/** The suggestions for a line, and the open invoices of an account that was chosen by hand. */
export function useMatches(fields: PaymentFields): FoundMatches {
  const amount = readDecimal(fields.amount);
  const text = useDeferredValue(readBankLine(fields.line).text);
  const isReady = isPositive(amount) && text !== '';
  const found = useQuery({
    ...one(matchBankLine, { body: { amount: exact(isReady ? amount : '1'), text } }),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
  const own = useQuery({
    ...all(listOpenInvoices, { account_id: fields.accountId }),
    enabled: fields.accountId !== '',
  });
  const { splits = [], matches: ones = [] } = (isReady && found.data) || {};
  // A line that names invoices of several accounts means all of them.
  const matches = [...splits.map(shownSplit), ...ones.map(shown)];
  const byHand = fields.accountId === '' ? null : byHandOf(fields.accountId, own.data?.rows ?? []);
  return {
    matches,
    match: byHand ?? matches.find(({ key }) => key === fields.match) ?? matches[0] ?? null,
    isSearching: isReady && found.isFetching,
    hasSearched: isReady && found.isSuccess,
    error: found.error,
  };
}

function shown(match: BankLineMatch): ShownMatch {
  const key = `${match.currency} ${match.invoiceGroupId ?? match.accountId}`;
  const { accountId, accountName } = match;
  const invoices = match.invoices.map((invoice) => ({ ...invoice, accountId, accountName }));
  return {
    ...match,
    key,
    accounts: [{ id: accountId, name: accountName }],
    invoices,
    suggested: paidOf(match),
  };
}

function shownSplit({ accounts, ...split }: BankLineSplit): ShownMatch {
  const invoices = accounts.flatMap(({ accountId, accountName, invoices: owed }) =>
    owed.map((invoice) => ({ ...invoice, accountId, accountName })),
  );
  return {
    ...split,
    key: `split ${split.currency} ${accounts.map(({ accountId }) => accountId).join(' ')}`,
    accounts: accounts.map(({ accountId: id, accountName: name }) => ({ id, name })),
    accountName: accounts.map(({ accountName }) => accountName).join(' + '),
    debtorName: [...new Set(accounts.map(({ debtorName }) => debtorName))].join(' + '),
    invoices: invoices.sort((a, b) => (a.dueDate < b.dueDate ? -1 : 1)),
    suggested: new Set(accounts.flatMap((account) => [...paidOf(account)])),
  };
}

function paidOf({ invoices }: Pick<BankLineMatch, 'invoices'>): ReadonlySet<string> {
  return new Set(invoices.flatMap(({ id, suggestedAmount }) => (suggestedAmount === null ? [] : id)));
}

type Row = ReturnType<NonNullable<(typeof listOpenInvoices)['output']>>['data'][number];

/** Null while the account owes nothing, since its currency is not known then. */
function byHandOf(accountId: string, rows: readonly Row[]): ShownMatch | null {
  const [first] = rows;
  if (!first) return null;
  const { currency, accountName = accountId, customerName = accountName } = first;
  return {
    ...{ key: `account ${accountId}`, accountName, debtorName: customerName, currency },
    accounts: [{ id: accountId, name: accountName }],
    ...{ reasons: [], confidence: null, suggested: new Set(rows.map(({ id }) => id)) },
    invoices: rows
      .filter((row) => row.currency === currency)
      .map((row) => ({ ...row, accountId, accountName })),
  };
}
