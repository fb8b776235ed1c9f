import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listPricePlanVersions } from '../../../api/generated/price-plans.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { classes } from '../../../ui/classes.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { planStatus } from './plan-view.ts';

const MOST = 50;

/** The versions of a plan, newest first, and what compares two of them. */
export function VersionRail({ planId, version }: { planId: string; version: number }) {
  const t = useMessages('plans');
  const query = useQuery(one(listPricePlanVersions, { price_plan_id: planId, pageSize: MOST }));
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton lines={3} />;
  const { data: versions, nextToken } = query.data;
  return (
    <nav aria-label={t('versions')} className="flex min-w-0 flex-col gap-2">
      <h2 className="text-h2 font-semibold">{t('versions')}</h2>
      <ol className="flex flex-col border-s border-line-strong">
        {versions.map((each) => (
          <li key={each.version} className="relative flex flex-col gap-0.5 py-1.5 ps-4">
            <span className="flex flex-wrap items-center gap-2">
              <Link
                to="/plans/$planId"
                params={{ planId }}
                search={{ version: String(each.version) }}
                aria-current={each.version === version ? 'page' : undefined}
                className={classes('min-h-6 hover:underline', each.version === version && 'font-semibold')}
              >
                {t('versionNumber', { version: each.version })}
              </Link>
              <StatusBadge look={planStatus.look(each.status)} say={t} />
            </span>
            <span className="text-caption text-muted">
              <Instant at={each.updatedAt} />
            </span>
            {each.version > 1 && (
              <Link
                to="/plans/$planId/compare"
                params={{ planId }}
                search={{ a: String(each.version - 1), b: String(each.version) }}
                className="min-h-6 text-caption text-accent hover:underline"
              >
                {t('compareWith', { version: each.version - 1 })}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {nextToken && <p className="text-caption text-muted">{t('moreVersions', { count: MOST })}</p>}
    </nav>
  );
}
