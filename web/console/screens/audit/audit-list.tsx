import { getRouteApi } from '@tanstack/react-router';
import { listAuditLog } from '../../../api/generated/audit-log.ts';
import type { AuditEntry } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { actorColumn, auditAction } from '../../../parts/audit-look.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, moment, status, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';

const columns: readonly Column<AuditEntry>[] = [
  moment('at', ({ at }) => at),
  actorColumn(),
  text('approver', ({ approver }) => approver?.name, { place: 'none' }),
  status('action', ({ action }) => auditAction.look(action)),
  text('entityType', ({ entityType }, say) => say(`record.${entityType}`)),
  identifier('entity', ({ entityId }) => entityId),
  text('operation', ({ operationId }) => operationId, { place: 'none' }),
  text('address', ({ actor }) => actor.address, { isExtra: true, place: 'none' }),
];

const route = getRouteApi('/audit');

export function AuditList() {
  const t = useMessages('audit');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  return (
    <ListPage
      title={t('title')}
      operation={listAuditLog}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t}
      filters={
        <>
          <SearchField
            label={t('entity')}
            value={search.entity_id ?? ''}
            onChange={(entity_id) => change({ entity_id })}
          />
          <SearchField
            label={t('actor')}
            value={search.actor_id ?? ''}
            onChange={(actor_id) => change({ actor_id })}
          />
          <ChoiceFilter
            label={t('action')}
            value={search.action ?? ''}
            onChange={(value) => change({ action: value })}
            options={auditAction.options(t)}
          />
        </>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ id }: AuditEntry): string {
  return recordPath('audit', id);
}
