import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { exact } from '../../../api/decimal.ts';
import { listOpenInvoices, matchBankLine } from '../../../api/generated/receivables.ts';
import type { BankLineMatch } from '../../../api/generated/types.ts';
import { all, one } from '../../../api/queries.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import { readBankLine } from './bank-line.ts';
import { isPositive, type PaymentFields } from './payment-form.ts';

export interface ShownMatch
  extends Pick<BankLineMatch, 'accountId' | 'accountName' | 'debtorName' | 'currency'> {
  key: string;
  reasons: BankLineMatch['reasons'];
  confidence: BankLineMatch['confidence'] | null;
  invoices: Pick<BankLineMatch['invoices'][number], 'id' | 'sequenceId' | 'dueDate' | 'outstandingAmount'>[];
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
  const matches = isReady ? (found.data?.matches ?? []).map(shown) : [];
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
  const suggested = match.invoices.flatMap(({ id, suggestedAmount }) => (suggestedAmount === null ? [] : id));
  const key = `${match.currency} ${match.invoiceGroupId ?? match.accountId}`;
  return { ...match, key, suggested: new Set(suggested) };
}

type Row = ReturnType<NonNullable<(typeof listOpenInvoices)['output']>>['data'][number];

/** Null while the account owes nothing, since its currency is not known then. */
function byHandOf(accountId: string, rows: readonly Row[]): ShownMatch | null {
  const [first] = rows;
  if (!first) return null;
  const { currency, accountName = accountId, customerName = accountName } = first;
  return {
    ...{ key: `account ${accountId}`, accountId, accountName, debtorName: customerName, currency },
    ...{ reasons: [], confidence: null, suggested: new Set(rows.map(({ id }) => id)) },
    invoices: rows.filter((row) => row.currency === currency),
  };
}
