import { listIncidents, updateIncidentStatus } from '../../../api/generated/alerts-and-incidents.ts';
import type { Incident } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { List } from '../../../parts/list-page.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, identifier, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/page.tsx';

const columns: readonly Column<Incident>[] = [
  text('kind', ({ alertTemplateId }) => alertTemplateId, { place: 'title' }),
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
  const { mutateAsync, isPending } = useWrite(updateIncidentStatus);
  const closeAll = async (rows: readonly Incident[], clear: () => void) => {
    await Promise.allSettled(
      rows.map(({ id }) => mutateAsync({ incident_id: id, body: { status: 'CLOSED' } })),
    );
    clear();
  };
  return (
    <Section title={t('incidents')}>
      <List
        name={t('incidents')}
        operation={listIncidents}
        input={{ status: 'ACTIVE' }}
        columns={columns}
        idOf={({ id }) => id}
        say={(key) => t(key as 'title')}
        bulk={(rows, clear) => (
          <Allowed operation={updateIncidentStatus}>
            <Button disabled={isPending} onClick={() => void closeAll(rows, clear)}>
              {t('close')}
            </Button>
          </Allowed>
        )}
        empty={<EmptyState text={t('noIncidents')} />}
      />
    </Section>
  );
}
