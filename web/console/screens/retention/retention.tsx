import { listErasures } from '../../../api/generated/erasure.ts';
import type { Erasure } from '../../../api/generated/types.ts';
import { snippet } from '../../../api/snippet.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { List } from '../../../parts/list-page.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { type Column, identifier, moment, status, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { looksOf } from '../../../ui/look.ts';
import { Page, Section } from '../../../ui/page.tsx';
import { AuditExportForm } from './audit-export-form.tsx';
import { KEPT } from './kept.ts';

const erasureStatus = looksOf<Erasure['status']>({
  RUNNING: { tone: 'info' },
  COMPLETED: { tone: 'good' },
});

const columns: readonly Column<Erasure>[] = [
  text('customer', ({ customerId }) => customerId, { place: 'title' }),
  text('contact', ({ username }) => username, { place: 'none' }),
  status('status', (row) => erasureStatus.look(row.status)),
  text('accounts', ({ accounts }) => countOf(accounts), { isNumber: true, place: 'none' }),
  text('contacts', ({ contacts }) => countOf(contacts), { isNumber: true, place: 'none' }),
  text('files', ({ deletedFiles }) => countOf(deletedFiles), { isNumber: true, place: 'none' }),
  moment('startedAt', ({ startedAt }) => startedAt),
  moment('completedAt', ({ completedAt }) => completedAt, { place: 'none' }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

/** The audit log as a file, what is kept and for how long, and what was erased. */
export function Retention() {
  const t = useMessages('retention');
  return (
    <Page title={t('title')} actions={<SnippetButton code={snippet(listErasures, {})} />}>
      <Section title={t('auditExport')}>
        <AuditExportForm />
      </Section>
      <Section title={t('kept')}>
        <p className="max-w-[72ch] text-muted">{t('keptText')}</p>
        <dl className="flex flex-col">
          {KEPT.map((what) => (
            <div
              key={what}
              className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[minmax(0,28rem)_1fr]"
            >
              <dt>{t(`kept.${what}`)}</dt>
              <dd className="text-muted">{t(`time.${what}`)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {/* Last: nothing moves when the list is there. */}
      <Section title={t('erasures')}>
        <p className="max-w-[72ch] text-muted">{t('erasuresText')}</p>
        <List
          name={t('erasures')}
          operation={listErasures}
          input={{}}
          columns={columns}
          idOf={({ id }) => id}
          say={t as (key: string) => string}
          empty={<EmptyState text={t('noErasures')} />}
        />
      </Section>
    </Page>
  );
}

function countOf(count: number | undefined): string | undefined {
  return count === undefined ? undefined : formatCount(count);
}
