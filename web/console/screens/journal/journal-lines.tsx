import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getJournal, listJournalLines } from '../../../api/generated/journal.ts';
import type { JournalLine } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { List } from '../../../parts/list-page.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Page } from '../../../ui/page.tsx';
import { lineColumns, recordOf } from './journal-view.ts';
import { ledgerName } from './ledger-names.ts';
import { type PeriodSearch, periodInput } from './period.ts';
import { PeriodFields } from './period-fields.tsx';

const route = getRouteApi('/journal/lines');

interface LineSearch extends PeriodSearch {
  account?: string;
  kind?: string;
}

/** The entries of some days; a line opens the invoice, payment or credit that caused it. */
export function JournalLines() {
  const t = useMessages('journal');
  const [search, change] = useFilters<LineSearch>(route);
  const link = useRecordLink(pathOf);
  const period = periodInput(search);
  const { data: journal } = useQuery({ ...one(getJournal, period), placeholderData: (before) => before });
  const { currency, account, kind } = search;
  const filters = { ...(currency && { currency }), ...(account && { account }), ...(kind && { kind }) };
  const input = { ...period, ...filters, pageSize: 100 };
  return (
    <Page
      above={<Link to="/journal">{t('title')}</Link>}
      title={t('entries')}
      actions={<SnippetButton code={snippet(listJournalLines, input)} />}
    >
      <PeriodFields search={search} shown={journal} onChange={change} />
      <List
        name={t('entries')}
        operation={listJournalLines}
        input={input}
        columns={lineColumns}
        idOf={({ id }) => id}
        link={link}
        say={t as (key: string) => string}
        filters={
          <>
            <ChoiceFilter
              label={t('name')}
              value={account ?? ''}
              onChange={(next) => change({ account: next })}
              options={(journal?.accounts ?? []).map((entry) => ({
                value: entry.account,
                text: `${entry.number} ${ledgerName(entry, t)}`,
              }))}
            />
            <ChoiceFilter
              label={t('kind')}
              value={kind ?? ''}
              onChange={(next) => change({ kind: next })}
              options={KINDS.map((value) => ({ value, text: t(`kind.${value}`) }))}
            />
          </>
        }
        empty={<EmptyState text={t('empty')} />}
      />
    </Page>
  );
}

const KINDS = [
  ...(['INVOICE_ISSUED', 'CREDIT_NOTE_ISSUED', 'INVOICE_VOIDED', 'INVOICE_WRITTEN_OFF', 'PAYMENT'] as const),
  ...(['PAYMENT_REVERSED', 'WALLET_PAYMENT', 'REFUND_STARTED', 'REFUND_FAILED', 'REFUND_PAID'] as const),
  ...(['CREDIT_TO_WALLET', 'WALLET_TOPUP', 'WALLET_CONVERTED', 'CREDIT_GRANTED', 'CREDIT_USED'] as const),
  ...(['CREDIT_RESTORED', 'CREDIT_EXPIRED', 'CREDIT_VOIDED'] as const),
] satisfies JournalLine['kind'][];

function pathOf(line: JournalLine): string {
  const [area = '', ...ids] = recordOf(line);
  return recordPath(area, ...ids);
}
