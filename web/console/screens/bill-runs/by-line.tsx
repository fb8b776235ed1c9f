import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';

/** `Ann, 3 Feb 2030, 12:03:11 UTC`; without a name it was an API key. */
export function ByLine({ byName, at }: { byName?: string | undefined; at: string }) {
  const t = useMessages('billRuns');
  return (
    <span className="text-caption text-muted">
      <bdi>{t('by', { name: byName ?? t('aKey'), time: formatInstant(at) })}</bdi>
    </span>
  );
}
