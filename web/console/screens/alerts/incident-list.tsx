import { getRouteApi, Link } from '@tanstack/react-router';
import { listIncidents } from '../../../api/generated/alerts-and-incidents.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Page } from '../../../ui/page.tsx';
import { incidentStatus } from './alert-view.ts';
import { IncidentTable } from './incident-table.tsx';

const route = getRouteApi('/incidents');

/** Everything that alerts have found, also what is over. */
export function IncidentList() {
  const t = useMessages('alerts');
  const [search, change] = useFilters(route);
  return (
    <Page
      above={<Link to="/alerts">{t('title')}</Link>}
      title={t('allIncidents')}
      actions={<SnippetButton code={snippet(listIncidents, search)} />}
    >
      <IncidentTable
        name={t('allIncidents')}
        input={search}
        filters={
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(status) => change({ status })}
            options={incidentStatus.options(t)}
          />
        }
      />
    </Page>
  );
}
