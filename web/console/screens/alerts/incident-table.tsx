import type { ReactNode } from 'react';
import { listIncidents, updateIncidentStatus } from '../../../api/generated/alerts-and-incidents.ts';
import type { Incident } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { BulkButton } from '../../../parts/bulk-button.tsx';
import { List } from '../../../parts/list-page.tsx';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { incidentColumns } from './incident-columns.tsx';

interface IncidentTableProps {
  name: string;
  input: { status?: string; alert_id?: string };
  /** Its alert is the page; elsewhere a row leads to it. */
  isOfAlert?: boolean;
  filters?: ReactNode;
}

/** Incidents; selected ones that are open can be closed. */
export function IncidentTable({ name, input, isOfAlert = false, filters }: IncidentTableProps) {
  const t = useMessages('alerts');
  const link = useRecordLink(alertPath);
  return (
    <List
      name={name}
      operation={listIncidents}
      input={input}
      columns={incidentColumns}
      idOf={({ id }) => id}
      {...(!isOfAlert && { link })}
      say={t}
      filters={filters}
      bulk={(rows, done) => (
        <BulkButton
          label={t('close')}
          operation={updateIncidentStatus}
          inputOf={({ id }) => ({ incident_id: id, body: { status: 'CLOSED' as const } })}
          rows={rows.filter(({ status }) => status === 'ACTIVE')}
          onDone={done}
        />
      )}
      empty={<EmptyState text={t(input.status === 'ACTIVE' ? 'noIncidents' : 'neverIncidents')} />}
    />
  );
}

function alertPath({ alertId }: Incident): string {
  return recordPath('alerts', alertId);
}
