import { Link } from '@tanstack/react-router';
import type { LoggedRequestDetail } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Facts } from '../../../ui/page.tsx';
import { callerName, callers } from './request-view.ts';

export function RequestFacts({ request }: { request: LoggedRequestDetail }) {
  const t = useMessages('requests');
  const { actor, idempotencyKey, originalId, standsFor } = request;
  const { word } = callers.look(actor.type);
  return (
    <Facts
      facts={[
        { label: t('at'), value: formatInstant(request.at) },
        { label: t('duration'), value: `${formatCount(request.durationMs)} ms` },
        {
          label: t('caller'),
          value: (
            <Link to="/requests" search={{ actor_id: actor.id }} className="text-accent hover:underline">
              <bdi className="break-words">{callerName(request)}</bdi>
            </Link>
          ),
        },
        { label: t('callerType'), value: t(word) },
        { label: t('operation'), value: <bdi>{request.operationId ?? '—'}</bdi> },
        ...(request.query
          ? [{ label: t('query'), value: <bdi className="break-all">{request.query}</bdi> }]
          : []),
        ...(idempotencyKey
          ? [{ label: t('idempotencyKey'), value: <bdi className="break-all">{idempotencyKey}</bdi> }]
          : []),
        ...(originalId
          ? [
              {
                label: t('isReplay'),
                value: (
                  <RecordLink area="requests" id={originalId}>
                    {t('original')}
                  </RecordLink>
                ),
              },
            ]
          : []),
        ...(standsFor > 1 ? [{ label: t('standsFor'), value: formatCount(standsFor) }] : []),
      ]}
    />
  );
}
