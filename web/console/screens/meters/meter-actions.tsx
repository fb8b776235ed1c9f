import { Link } from '@tanstack/react-router';
import type { UsageMeter } from '../../../api/generated/types.ts';
import {
  activateUsageMeter,
  archiveUsageMeter,
  deactivateUsageMeter,
  updateUsageMeter,
} from '../../../api/generated/usage-meters.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { UsedBy } from '../../../parts/used-by.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { hasUnitCosts } from './unit-costs.ts';

/** What can be done with a meter: an archived one stays as it is, except for what its past units cost. */
export function MeterActions({ meter }: { meter: UsageMeter }) {
  const t = useMessages('meters');
  const activate = useWrite(activateUsageMeter);
  const deactivate = useWrite(deactivateUsageMeter);
  const archive = useWrite(archiveUsageMeter);
  const { id, status } = meter;
  const input = { usage_meter_id: id };
  const costs = hasUnitCosts(meter) && (
    <Link to="/meters/$meterId/costs" params={{ meterId: id }} className={buttonClasses()}>
      {t('unitCosts')}
    </Link>
  );
  if (status === 'ARCHIVED') return costs;
  return (
    <>
      {costs}
      <Allowed operation={updateUsageMeter}>
        <Link to="/meters/$meterId/edit" params={{ meterId: id }} className={buttonClasses()}>
          {t('edit')}
        </Link>
        {status === 'ACTIVE' ? (
          <ConfirmButton
            label={t('deactivate')}
            title={t('deactivateTitle', { name: meter.displayName || meter.name })}
            isPending={deactivate.isPending}
            error={deactivate.error}
            onConfirm={(close) => deactivate.mutate(input, { onSuccess: close })}
          >
            <p>{t('deactivateText')}</p>
          </ConfirmButton>
        ) : (
          <>
            <ConfirmButton
              kind="danger"
              label={t('archive')}
              title={t('archiveTitle', { name: meter.displayName || meter.name })}
              isPending={archive.isPending}
              error={archive.error}
              onConfirm={(close) => archive.mutate(input, { onSuccess: close })}
            >
              <p>{t('archiveText')}</p>
              <UsedBy type="USAGE_METER" id={id} />
            </ConfirmButton>
            <ConfirmButton
              kind="primary"
              label={t('activate')}
              title={t('activateTitle', { name: meter.displayName || meter.name })}
              isPending={activate.isPending}
              error={activate.error}
              onConfirm={(close) => activate.mutate(input, { onSuccess: close })}
            >
              <p>{t('activateText')}</p>
            </ConfirmButton>
          </>
        )}
      </Allowed>
    </>
  );
}
