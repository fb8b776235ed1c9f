import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { getJournal } from '../../../api/generated/journal.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { place } from '../../../session/environment.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { JournalFile } from './journal-file.tsx';
import { dayColumns, type JournalRow } from './journal-view.ts';
import { type PeriodSearch, periodInput } from './period.ts';
import { PeriodFields } from './period-fields.tsx';
import { ReceivablesMovements } from './receivables-movements.tsx';

const route = getRouteApi('/journal');

/** What was booked, by day and account; a row leads to its lines. */
export function JournalDays() {
  const t = useMessages('journal');
  const [search, change] = useFilters<PeriodSearch>(route);
  const navigate = useNavigate();
  const input = periodInput(search);
  const query = useQuery({ ...one(getJournal, input), placeholderData: (before) => before });
  const rows = query.data?.rows.filter(isIn(search.currency)) ?? [];
  return (
    <Page
      title={t('title')}
      actions={
        <>
          {query.data && <JournalFile from={query.data.from} to={query.data.to} />}
          <Link to="/journal/accounts" className={buttonClasses('secondary')}>
            {t('mapping')}
          </Link>
          <SnippetButton code={snippet(getJournal, input)} />
        </>
      }
    >
      <p className="max-w-[72ch] text-muted">{t('intro')}</p>
      <PeriodFields search={search} shown={query.data} onChange={change} />
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <Section title={t('receivables')}>
          <ReceivablesMovements
            movements={query.data.receivables.filter(isIn(search.currency))}
            period={{ from: query.data.from, to: query.data.to }}
          />
        </Section>
      )}
      {!query.isError && (
        <Section title={t('byDay')}>
          <DataTable
            name={t('title')}
            columns={dayColumns}
            data={{
              rows,
              isLoading: query.isPending,
              isStale: query.isFetching,
              hasMore: false,
              onMore: () => undefined,
            }}
            idOf={({ date, currency, account }) => `${date} ${currency} ${account}`}
            link={{
              urlOf: (row) => `${place.console}/journal/lines?${new URLSearchParams({ ...linesOf(row) })}`,
              open: (row) => void navigate({ to: '/journal/lines', search: linesOf(row) }),
            }}
            say={t as (key: string) => string}
            empty={<EmptyState text={t('empty')} />}
          />
        </Section>
      )}
    </Page>
  );
}

function linesOf({ date, account, currency }: JournalRow) {
  return { from: date, until: date, account, currency };
}

function isIn(currency: string | undefined) {
  return (row: { currency: string }) => !currency || row.currency === currency;
}
