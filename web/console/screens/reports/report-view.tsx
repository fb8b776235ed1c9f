import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { previewReport } from '../../../api/generated/reports.ts';
import { listUnitCosts } from '../../../api/generated/usage-meters.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { inWords, READY } from './ready-reports.ts';
import { ReportActions } from './report-actions.tsx';
import { ReportBuilder } from './report-builder.tsx';
import { ReportChart } from './report-chart.tsx';
import { ReportPeriod } from './report-period.tsx';
import { ReportTable } from './report-table.tsx';
import { usePreview } from './use-preview.ts';

const route = getRouteApi('/reports/view');

/** A report as a chart and a table. Its address has everything, and can be sent to somebody. */
export function ReportView() {
  const t = useMessages('reports');
  const [search, change] = useFilters(route);
  const { zone, request, plain, shown, before, isFetching, error, retry } = usePreview(search);
  const ready = READY.find(({ template }) => template === search.template);
  const name = ready ? t(`ready.${ready.name}`) : (plain?.name ?? (search.template || t('new')));
  const worded = useMemo(() => (ready && shown ? inWords(shown, t) : shown), [ready, shown, t]);
  const isEdited = search.edit !== undefined || request === null;
  return (
    <Page
      above={<Link to="/reports">{t('title')}</Link>}
      title={<bdi>{name}</bdi>}
      actions={
        <>
          <Button aria-pressed={isEdited} onClick={() => change({ edit: isEdited ? '' : '1' })}>
            {t('editQuery')}
          </Button>
          {plain?.queryInput.baseDataSource === 'margin' && (
            <Allowed operation={listUnitCosts}>
              <Link to="/meters/costs" className={buttonClasses()}>
                {t('unitCosts')}
              </Link>
            </Allowed>
          )}
          {request && plain && (
            <ReportActions name={name} request={request} query={plain.queryInput} hasTime={plain.hasTime} />
          )}
          {request && <SnippetButton code={snippet(previewReport, { body: request })} />}
        </>
      }
    >
      {isEdited && (
        <ReportBuilder
          // A template that is still read has no query yet.
          key={plain ? 'query' : 'none'}
          query={plain?.queryInput ?? null}
          onRun={(query) => change({ query: JSON.stringify(query), template: '' })}
        />
      )}
      <ReportPeriod search={search} preview={plain} onChange={change} />
      {error && <ProblemNotice error={error} onRetry={retry} />}
      {!error && worded && (
        <ReportChart preview={worded} kind={search.chart} onChange={(chart) => change({ chart })} />
      )}
      {!error && worded && (
        <ReportTable name={name} preview={worded} before={before} zone={zone} isStale={isFetching} />
      )}
      {!error && !shown && (request ? <div className="min-h-96" /> : <EmptyState text={t('chooseSource')} />)}
    </Page>
  );
}
