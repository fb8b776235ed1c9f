import { getRouteApi, Link } from '@tanstack/react-router';
import { createAlert, listAlerts } from '../../../api/generated/alerts-and-incidents.ts';
import type { Alert } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { RecordFilter } from '../../../parts/record-filter.tsx';
import { accounts } from '../../../parts/record-kinds.ts';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Section } from '../../../ui/page.tsx';
import { alertColumns } from './alert-columns.ts';
import { KIND_NAMES } from './alert-kinds.ts';
import { alertStatus } from './alert-view.ts';
import { IncidentTable } from './incident-table.tsx';

const route = getRouteApi('/alerts');

/** Alerts, and what they have found that is still open. */
export function AlertList() {
  const t = useMessages('alerts');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const create = (
    <Allowed operation={createAlert}>
      <Link to="/alerts/new" className={buttonClasses('primary')}>
        {t('new')}
      </Link>
    </Allowed>
  );
  return (
    <ListPage
      title={t('title')}
      operation={listAlerts}
      input={search}
      columns={alertColumns}
      idOf={({ id }) => id}
      link={link}
      say={t}
      actions={create}
      above={<OpenIncidents />}
      filters={
        <>
          <RecordFilter
            kind={accounts}
            label={t('account')}
            value={search.account_id ?? ''}
            onChange={(account_id) => change({ account_id })}
          />
          <ChoiceFilter
            label={t('kind')}
            value={search.alert_template_id ?? ''}
            onChange={(alert_template_id) => change({ alert_template_id })}
            options={KIND_NAMES.map((value) => ({ value, text: t(`kind.${value}`) }))}
          />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(status) => change({ status })}
            options={alertStatus.options(t)}
          />
        </>
      }
      empty={<EmptyState text={t('empty')} action={create} />}
    />
  );
}

function OpenIncidents() {
  const t = useMessages('alerts');
  return (
    <Section
      title={t('incidents')}
      actions={
        <Link to="/incidents" className="text-accent hover:underline">
          {t('seeIncidents')}
        </Link>
      }
    >
      <IncidentTable name={t('incidents')} input={{ status: 'ACTIVE' }} />
    </Section>
  );
}

function pathOf({ id }: Alert): string {
  return recordPath('alerts', id);
}
