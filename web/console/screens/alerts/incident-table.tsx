import { listIncidents, updateIncidentStatus } from '../../../api/generated/alerts-and-incidents.ts';
import type { Incident } from '../../../api/generated/types.ts';
import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { BulkButton } from '../../../parts/bulk-button.tsx';
import { List } from '../../../parts/list-page.tsx';
import { type Column, identifier, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/page.tsx';

const columns: readonly Column<Incident>[] = [
  text('kind', ({ alertTemplateId }, say) => say(`kind.${alertTemplateId}`), { place: 'title' }),
  text('value', measured),
  time('createdAt', ({ createdAt }) => createdAt),
  time('lastCheckedAt', ({ lastCheckedAt }) => lastCheckedAt, { place: 'none' }),
  identifier('alert', ({ alertId }) => alertId),
];

function measured({ reportData }: Incident): string {
  const { usageValue, revenueValue, eventCount, balance, outstanding } = reportData;
  const value = usageValue ?? revenueValue ?? eventCount ?? balance ?? outstanding;
  return value === undefined ? '' : formatQuantity(value);
}

/** What is open now; selected incidents can be closed. */
export function IncidentTable() {
  const t = useMessages('alerts');
  return (
    <Section title={t('incidents')}>
      <List
        name={t('incidents')}
        operation={listIncidents}
        input={{ status: 'ACTIVE' }}
        columns={columns}
        idOf={({ id }) => id}
        say={t}
        bulk={(rows, done) => (
          <BulkButton
            label={t('close')}
            operation={updateIncidentStatus}
            inputOf={({ id }) => ({ incident_id: id, body: { status: 'CLOSED' as const } })}
            rows={rows}
            onDone={done}
          />
        )}
        empty={<EmptyState text={t('noIncidents')} />}
      />
    </Section>
  );
}
