import { Link } from '@tanstack/react-router';
import type { Alert } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { meters } from '../../../parts/record-kinds.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { RecordName } from '../../../parts/record-name.tsx';
import { eventsPath } from './alert-view.ts';

/** The records that an alert watches, and the events that it counts. */
export function WatchedLinks({ alert }: { alert: Alert }) {
  const t = useMessages('alerts');
  const { usageMeterId, featureId, billableId, eventSchemaName } = alert.entityDetails;
  const events = eventsPath(alert);
  const hasRecord = usageMeterId ?? featureId ?? billableId ?? eventSchemaName;
  return (
    <span className="flex min-w-0 flex-wrap gap-x-3">
      {usageMeterId && <RecordName kind={meters} area="meters" id={usageMeterId} />}
      {eventSchemaName && <RecordLink area="schemas" id={eventSchemaName} />}
      {(featureId ?? billableId) && <bdi className="break-all">{featureId ?? billableId}</bdi>}
      {!hasRecord && t('everything')}
      {events && (
        <Link to={events as '/'} className="text-accent hover:underline">
          {t('showEvents')}
        </Link>
      )}
    </span>
  );
}
