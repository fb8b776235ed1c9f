import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getStatement } from '../../../api/generated/journal.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { addDays } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DateField } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatementDocument } from './statement-document.tsx';
import { StatementEntries } from './statement-entries.tsx';
import { AREAS, debtorOf, printInput, type StatementSearch, statementInput } from './statement-view.ts';

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
      {data && !query.isError && <StatementEntries statement={data} isStale={query.isFetching} />}
      {data && !query.isError && (
        <StatementDocument
          input={printInput(debtor, search)}
          onLanguage={(language) => change({ language })}
        />
      )}
    </Page>
  );
}
