import { listAuditLog } from '../api/generated/audit-log.ts';
import type { AuditEntry } from '../api/generated/types.ts';
import { useMessages } from '../messages/catalogs.ts';
import { isAllowed, useSession } from '../session/session.tsx';
import { type Column, moment, status, text } from '../ui/data-table/columns.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { actorColumn, auditAction, changedMembers } from './audit-look.ts';
import { List } from './list-page.tsx';
import { recordPath, useRecordLink } from './use-record-link.ts';

const columns: readonly Column<AuditEntry>[] = [
  moment('at', ({ at }) => at),
  actorColumn(),
  text('approver', ({ approver }) => approver?.name, { place: 'none', isExtra: true }),
  status('action', ({ action }) => auditAction.look(action)),
  text('entityType', ({ entityType }, say) => say(`record.${entityType}`)),
  text('changes', (entry) => changedMembers(entry).join(', ') || null),
  text('operation', ({ operationId }) => operationId, { place: 'none' }),
];

interface ActivityTableProps {
  /** Of the record and of what goes by its id. */
  entityTypes: readonly string[];
  entityId: string;
}

/** Who did what with a record, the newest first; a row leads to the values before and after. */
export function ActivityTable({ entityTypes, entityId }: ActivityTableProps) {
  const t = useMessages('audit');
  const link = useRecordLink(pathOf);
  const isShown = isAllowed(useSession(), listAuditLog);
  if (!isShown) return <Notice kind="info" title={t('noAccess')} />;
  return (
    <List
      name={t('activity')}
      operation={listAuditLog}
      input={{ entity_type: entityTypes.join(','), entity_id: entityId }}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      empty={<EmptyState text={t('noActivity')} />}
    />
  );
}

function pathOf({ id }: AuditEntry): string {
  return recordPath('audit', id);
}
