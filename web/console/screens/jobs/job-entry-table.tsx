import { useMemo, useState } from 'react';
import { listJobEntries } from '../../../api/generated/jobs.ts';
import type { Job, JobEntry } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { jobStatus } from '../../../parts/job-look.ts';
import { List } from '../../../parts/list-page.tsx';
import { nameOf } from '../../../parts/record-names/name-column.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, money, status, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';

const columns: readonly Column<JobEntry>[] = [
  text('account', ({ accountId, entityId }) => accountId ?? entityId, { place: 'title' }),
  nameOf('customer', { kind: 'customers', read: ({ customerId }) => customerId }),
  status('status', ({ status: state }) => jobStatus.look(state)),
  money('amount', ({ amount, currency }) => ({ amount, currency })),
  text('reason', ({ metadata = {} }) => Object.values(metadata).join(', '), { place: 'none' }),
  identifier('entity', ({ entityId }) => entityId),
];

/** The area of the console that shows the entities of a job's entries. */
const AREAS: Record<Job['type'], string> = {
  BILL_RUN: 'invoices',
  EVENT_CORRECTIONS: 'events',
  PRICE_PLAN: 'accounts',
};

export function JobEntryTable({ job }: { job: Job }) {
  const t = useMessages('jobs');
  const [state, setState] = useState('');
  const pathOf = useMemo(
    () =>
      ({ entityId }: JobEntry) =>
        recordPath(AREAS[job.type], entityId),
    [job.type],
  );
  const link = useRecordLink(pathOf);
  return (
    <List
      name={t('entries')}
      operation={listJobEntries}
      input={{ job_id: job.id, ...(state && { status: state }) }}
      columns={columns}
      idOf={({ entityId }) => entityId}
      link={link}
      say={t}
      filters={
        <ChoiceFilter
          label={t('status')}
          value={state}
          onChange={setState}
          options={(['PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED'] as const).map((value) => ({
            value,
            text: t(`status.${value}`),
          }))}
        />
      }
      empty={<EmptyState text={t('noEntries')} />}
    />
  );
}
