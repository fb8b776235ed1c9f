import type { Statement } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Money } from '../../../ui/money.tsx';
import { Section } from '../../../ui/page.tsx';
import { entriesOf, entryColumns, type StatementEntry } from './statement-view.ts';

/** Both balances, and what is between them. */
export function StatementEntries({ statement, isStale }: { statement: Statement; isStale: boolean }) {
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
