import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getReport } from '../../../api/generated/reports.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { WaitingNotices } from '../../../parts/waiting/waiting-notice.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Download } from '../../../ui/icons.ts';
import { Identifier } from '../../../ui/identifier.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { reportStatus } from './report-list.tsx';

const route = getRouteApi('/reports/$reportId');
const RUNNING = ['QUEUED', 'RUNNING', 'UPLOAD_PENDING'];
const POLL_MS = 2000;

/** A report: its query, and its file when it is ready. */
export function ReportDetail() {
  const t = useMessages('reports');
  const { reportId } = route.useParams();
  const input = { report_id: reportId };
  const { data: report } = useSuspenseQuery({
    ...one(getReport, input),
    refetchInterval: ({ state }) => (RUNNING.includes(state.data?.status ?? '') ? POLL_MS : false),
  });
  return (
    <Page
      above={<Link to="/reports">{t('title')}</Link>}
      title={<bdi>{report.name}</bdi>}
      beside={
        <>
          <StatusBadge look={reportStatus.look(report.status)} say={t} />
          <Identifier value={report.id} isShort />
        </>
      }
      actions={
        <>
          {report.preSignedUrl && (
            <a href={report.preSignedUrl} className={buttonClasses('primary')}>
              <Download aria-hidden className="size-4" />
              {t('download')}
            </a>
          )}
          <SnippetButton code={snippet(getReport, input)} />
        </>
      }
    >
      <WaitingNotices recordId={report.id} />
      {report.failureReason && (
        <Notice kind="bad" title={t('failed')}>
          {report.failureReason}
        </Notice>
      )}
      <Facts
        facts={[
          { label: t('rows'), value: report.rowCount === undefined ? '—' : formatCount(report.rowCount) },
          { label: t('createdAt'), value: <Instant at={report.createdAt} isExact /> },
          { label: t('startTime'), value: <Instant at={report.startTime} /> },
          { label: t('endTime'), value: <Instant at={report.endTime} /> },
        ]}
      />
      {report.queryInput && (
        <Section title={t('query')}>
          <CodeBlock label={t('query')} code={JSON.stringify(report.queryInput, null, 2)} />
        </Section>
      )}
    </Page>
  );
}
