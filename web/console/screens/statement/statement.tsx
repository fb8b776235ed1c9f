import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getStatement } from '../../../api/generated/journal.ts';
import type { Statement } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { addDays } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DateField } from '../../../ui/field.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Money } from '../../../ui/money.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatementDocument } from './statement-document.tsx';
import {
  AREAS,
  debtorOf,
  entriesOf,
  entryColumns,
  printInput,
  type StatementEntry,
  type StatementSearch,
  statementInput,
} from './statement-view.ts';

const route = getRouteApi('/statement');
type Debtor = NonNullable<ReturnType<typeof debtorOf>>;

/** What a debtor owed, every change of it, and the rest; also as the document for the debtor. */
export function StatementOfAccount() {
  const t = useMessages('statement');
  const [search] = useFilters<StatementSearch>(route);
  const debtor = debtorOf(search);
  if (!debtor)
    return (
      <Page title={t('title')}>
        <EmptyState text={t('chooseDebtor')} />
      </Page>
    );
  return <OneStatement debtor={debtor} />;
}

function OneStatement({ debtor }: { debtor: Debtor }) {
  const t = useMessages('statement');
  const [search, change] = useFilters<StatementSearch>(route);
  const input = statementInput(debtor, search);
  const query = useQuery({ ...one(getStatement, input), placeholderData: (before) => before });
  const { data } = query;
  return (
    <Page
      above={
        <RecordLink area={AREAS[debtor.debtorType]} id={debtor.debtorId}>
          {data?.debtorName}
        </RecordLink>
      }
      title={t('title')}
      actions={<SnippetButton code={snippet(getStatement, input)} />}
    >
      <p className="max-w-[72ch] text-muted">{t('intro')}</p>
      <div className="grid max-w-md grid-cols-2 gap-3">
        <DateField
          label={t('from')}
          value={search.from ?? data?.from ?? ''}
          onChange={({ target }) => change({ from: target.value })}
        />
        <DateField
          label={t('until')}
          value={search.until ?? (data ? addDays(data.to, -1) : '')}
          onChange={({ target }) => change({ until: target.value })}
        />
      </div>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton lines={6} />}
      {data && !query.isError && <Content statement={data} isStale={query.isFetching} />}
      {data && !query.isError && <StatementDocument input={printInput(debtor, search)} />}
    </Page>
  );
}

function Content({ statement, isStale }: { statement: Statement; isStale: boolean }) {
  const t = useMessages('statement');
  const link = useRecordLink(pathOf);
  const { opening, closing, currency } = statement;
  return (
    <>
      <Figures
        figures={[
          { label: t('opening'), value: <Money amount={opening} currency={currency} hasCode /> },
          { label: t('closing'), value: <Money amount={closing} currency={currency} hasCode /> },
        ]}
      />
      <Section title={t('entries')}>
        <DataTable
          name={t('title')}
          columns={entryColumns}
          data={{
            ...{ rows: entriesOf(statement), isLoading: false, isStale },
            ...{ hasMore: false, onMore: () => undefined },
          }}
          idOf={({ key }) => key}
          link={link}
          say={t as (key: string) => string}
          empty={<EmptyState text={t('empty')} />}
        />
      </Section>
    </>
  );
}

/** The payment of an entry, or else its invoice. */
function pathOf({ paymentId, invoiceId }: StatementEntry): string {
  return paymentId ? recordPath('payments', paymentId) : recordPath('invoices', invoiceId);
}
