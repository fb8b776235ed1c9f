import { keepPreviousData, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { findAccount, listAccounts } from '../../api/generated/accounts-and-aliases.ts';
import { listCustomers } from '../../api/generated/customers-and-contacts.ts';
import { getEvent } from '../../api/generated/events-and-usage.ts';
import { listInvoices } from '../../api/generated/invoices.ts';
import type { FoundAccount } from '../../api/generated/types.ts';
import { ApiProblem } from '../../api/problem.ts';
import { one } from '../../api/queries.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { customerNameOf } from '../../parts/invoice-summary.ts';
import { recordPath } from '../../parts/use-record-link.ts';
import { isAllowed, useSession } from '../../session/session.tsx';
import { usePaused } from '../../ui/use-paused.ts';
import type { NavigationGroup } from './navigation.ts';

export interface Hit {
  key: string;
  title: string;
  kind: string;
  path: string;
}

const SHORTEST = 2;
const PER_KIND = 5;
/** Found or not: what another term found is no answer. */
const EXACT = { staleTime: 30_000, retry: false } as const;
const NEVER_RETRIED = { staleTime: 30_000, retry: false, placeholderData: keepPreviousData } as const;

/** Screens whose name contains the term, then records that the API finds by it. */
export function useSearchHits(
  typed: string,
  groups: readonly NavigationGroup[],
): { hits: Hit[]; isSearching: boolean } {
  const t = useMessages('shell');
  const session = useSession();
  // A term is five requests, one of which may look through all invoices: not each letter is a term.
  const wanted = typed.trim();
  const term = usePaused(wanted);
  const isLong = term.length >= SHORTEST;
  const may = (operation: { scope: string | null }) => isLong && isAllowed(session, operation);
  const search = { _search: term, pageSize: PER_KIND };
  const [customers, accounts, invoices, events, aliases] = useQueries({
    queries: [
      { ...one(listCustomers, search), ...NEVER_RETRIED, enabled: may(listCustomers) },
      { ...one(listAccounts, search), ...NEVER_RETRIED, enabled: may(listAccounts) },
      { ...one(listInvoices, search), ...NEVER_RETRIED, enabled: may(listInvoices) },
      { ...one(getEvent, { event_id: term }), ...EXACT, enabled: may(getEvent) },
      { ...one(findAccount, { account_id: term }), ...EXACT, enabled: may(findAccount) },
    ],
  });
  // Somebody who types a whole id means that record, not one whose id begins with it or ends in it.
  const rankOf = ({ path }: Hit) => (path.endsWith(`/${encodeURIComponent(term)}`) ? 0 : 1);
  const records: Hit[] = isLong
    ? [
        ...rows(customers).map(({ id, name }) => hit('customers', { id, title: name, kind: t('customers') })),
        ...rows(accounts).map(({ id, name }) => hit('accounts', { id, title: name, kind: t('accounts') })),
        ...byAlias(aliases).map(({ id, name, alias }) =>
          hit('accounts', { id, title: `${name} (${alias})`, kind: t('accounts') }),
        ),
        ...rows(invoices).map((invoice) => {
          const title = [invoice.sequenceId ?? t('draftInvoice'), customerNameOf(invoice)].join(' · ');
          return hit('invoices', { id: invoice.id, title, kind: t('invoices') });
        }),
        ...(events.data?.events ?? [])
          .slice(0, 1)
          .map(({ eventPayload }) =>
            hit('events', { id: term, title: `${eventPayload.schemaName} ${term}`, kind: t('events') }),
          ),
      ]
    : [];
  const screens = groups
    .flatMap(({ title: group, destinations }) =>
      destinations.map(({ to, title }) => ({ key: to.slice(1), title: t(title), kind: t(group), path: to })),
    )
    .filter(({ title }) => title.toLowerCase().includes(wanted.toLowerCase()));
  const reads = [customers, accounts, invoices, events, aliases];
  const isSearching = term !== wanted || reads.some(({ isFetching }) => isFetching);
  const found = [...screens, ...records.toSorted((one, other) => rankOf(one) - rankOf(other))];
  // Somebody who is asked about a sender that nobody knows is led to what waits for it.
  const why = { key: 'why', title: t('whyNotTerm', { term }), kind: t('usage'), path: '/events/uncounted' };
  const isUnknown = found.length === 0 && !isSearching && may(getEvent);
  return { hits: isUnknown ? [why] : found, isSearching };
}

function rows<Row>({ data, error }: UseQueryResult<{ data: Row[] }>): Row[] {
  return error instanceof ApiProblem ? [] : (data?.data ?? []);
}

/** An account that the term is an alias of; the list finds accounts by their ids. */
function byAlias({ data }: UseQueryResult<FoundAccount>): FoundAccount[] {
  return data?.alias === undefined ? [] : [data];
}

function hit(area: string, { id, title, kind }: { id: string; title: string; kind: string }): Hit {
  return { key: `${area}-${id}`, title, kind, path: recordPath(area, id) };
}
