import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getRequest } from '../../../api/generated/request-log.ts';
import type { LoggedRequestDetail } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { SearchField } from '../../../ui/filters.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { BodyDifference } from './body-difference.tsx';

const route = getRouteApi('/requests/$requestId');

/** The bodies beside those of another request: the one before it to the same path, or any other. */
export function RequestComparison({ request }: { request: LoggedRequestDetail }) {
  const t = useMessages('requests');
  const [search, change] = useFilters(route);
  const other = search.with ?? request.previousId ?? '';
  const query = useQuery({ ...one(getRequest, { request_id: other }), enabled: other !== '' });
  const before = query.data;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <SearchField
        label={t('compareWith')}
        value={search.with ?? ''}
        onChange={(value) => change({ with: value })}
      />
      {other === '' && <p className="text-muted">{t('noPrevious')}</p>}
      {other !== '' && query.isPending && <Skeleton />}
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {before && (
        <>
          <p className="text-muted">
            {t('comparedWith')}{' '}
            <RecordLink area="requests" id={before.id}>
              {`${formatInstant(before.at)} · ${before.status}`}
            </RecordLink>
          </p>
          <h2 className="text-h2 font-semibold">{t('request')}</h2>
          <BodyDifference
            label={t('request')}
            before={before.requestBody.text}
            after={request.requestBody.text}
          />
          <h2 className="text-h2 font-semibold">{t('response')}</h2>
          <BodyDifference
            label={t('response')}
            before={before.responseBody.text}
            after={request.responseBody.text}
          />
        </>
      )}
    </div>
  );
}
