import { Link } from '@tanstack/react-router';
import { updateAlert } from '../../../api/generated/alerts-and-incidents.ts';
import type { Alert } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';

/** Edit it, pause it, resume it. */
export function AlertActions({ alert }: { alert: Alert }) {
  const t = useMessages('alerts');
  const change = useWrite(updateAlert);
  const isActive = alert.status === 'ACTIVE';
  const set = (status: Alert['status']) => change.mutate({ alert_id: alert.id, body: { status } });
  return (
    <Allowed operation={updateAlert}>
      {isActive ? (
        <ConfirmButton
          label={t('pause')}
          title={t('pauseTitle')}
          isPending={change.isPending}
          error={change.error}
          onConfirm={() => set('INACTIVE')}
        >
          <p>{t('pauseText')}</p>
        </ConfirmButton>
      ) : (
        <Button disabled={change.isPending} onClick={() => set('ACTIVE')}>
          {t('resume')}
        </Button>
      )}
      <Link to="/alerts/$alertId/edit" params={{ alertId: alert.id }} className={buttonClasses('primary')}>
        {t('edit')}
      </Link>
    </Allowed>
  );
}
