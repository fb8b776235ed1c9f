import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useConnection, useConnectionBack } from '../../api/use-connection.ts';
import { markAllStale } from '../../api/writes.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { Button } from '../../ui/button.tsx';
import { TriangleAlert } from '../../ui/icons.ts';

/** Says that the service does not answer; what was loaded stays, and is read anew when it answers again. */
export function ConnectionBar() {
  const t = useMessages('shell');
  const queries = useQueryClient();
  const router = useRouter();
  const { isLost, tryNow } = useConnection();
  useConnectionBack(() => {
    void markAllStale(queries);
    // A screen that could not be shown is tried again. Any other stays: its loaders could fail once more.
    if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate();
  });
  return (
    <div role="status">
      {isLost && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-4 py-1.5">
          <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
          <span className="min-w-0 flex-1">{t('connectionLost')}</span>
          <Button onClick={tryNow}>{t('tryNow')}</Button>
        </div>
      )}
    </div>
  );
}
