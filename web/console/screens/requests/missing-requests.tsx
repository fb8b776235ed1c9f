import type { LoggedRequestPage } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Notice } from '../../../ui/notice.tsx';

/** What the log keeps, and what it lacks. */
export function MissingRequests({ page }: { page: LoggedRequestPage }) {
  const t = useMessages('requests');
  const { recording, retentionDays, missing } = page;
  if (recording === 'OFF') return <Notice kind="info" title={t('off')} />;
  return (
    <>
      <p className="max-w-[72ch] text-muted">
        {t.count('kept', retentionDays)} {recording === 'HEADERS' && t('headersOnly')}
      </p>
      {missing.lastAt && (
        <Notice kind="warn" title={t('missing')}>
          {t('missingText', {
            requests: formatCount(missing.requests),
            bodies: formatCount(missing.bodies),
            at: formatInstant(missing.lastAt),
          })}
        </Notice>
      )}
    </>
  );
}
