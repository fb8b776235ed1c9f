import { getRouteApi } from '@tanstack/react-router';
import { listMails, resendMail } from '../../../api/generated/mails.ts';
import type { Mail } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { BulkConfirm } from '../../../parts/bulk-button.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { lastResult, mailKind, mailStatus, recipientsOf, recordFilters } from './mail-view.ts';
import { RecordFilterBar } from './record-filter-bar.tsx';

const columns: readonly Column<Mail>[] = [
  text('subject', ({ subject }) => subject, { place: 'title' }),
  text('recipients', (mail, say) => recipientsOf(mail).join(', ') || say('nobody')),
  status('status', ({ status: state }) => mailStatus.look(state)),
  text('kind', ({ kind }, say) => say(mailKind.look(kind).word)),
  text('account', ({ accountId }) => accountId, { place: 'none', isExtra: true }),
  text('attemptCount', ({ attempts }) => formatCount(attempts.length), {
    ...{ isNumber: true, place: 'none', isExtra: true },
  }),
  text('lastResult', lastResult, { place: 'none', isExtra: true }),
  time('nextAttemptAt', ({ nextAttemptAt }) => nextAttemptAt, { place: 'none', isExtra: true }),
  time('createdAt', ({ createdAt }) => createdAt),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

const route = getRouteApi('/mails');

/** Every mail of the last 400 days, and what became of it. */
export function MailList() {
  const t = useMessages('mails');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const isFiltered = Object.values(search).some(Boolean);
  return (
    <ListPage
      title={t('title')}
      operation={listMails}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      above={<RecordFilterBar filters={recordFilters(search)} />}
      filters={
        <>
          <SearchField
            label={t('search')}
            value={search._search ?? ''}
            onChange={(_search) => change({ _search })}
          />
          <ChoiceFilter
            label={t('kind')}
            value={search.kind ?? ''}
            onChange={(kind) => change({ kind })}
            options={mailKind.options(t)}
          />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(state) => change({ status: state })}
            options={mailStatus.options(t)}
          />
        </>
      }
      bulk={(rows, done) => (
        <BulkConfirm
          label={t('resend')}
          title={t('resendSelectedTitle')}
          operation={resendMail}
          inputOf={({ id }) => ({ mail_id: id })}
          rows={rows}
          onDone={done}
        >
          <p>{t.count('resendSelected', rows.length)}</p>
        </BulkConfirm>
      )}
      empty={<EmptyState text={t(isFiltered ? 'noMatch' : 'empty')} />}
    />
  );
}

function pathOf({ id }: Mail): string {
  return recordPath('mails', id);
}
