import { Link } from '@tanstack/react-router';
import type { UsageMeter } from '../../../api/generated/types.ts';
import {
  activateUsageMeter,
  archiveUsageMeter,
  deactivateUsageMeter,
  getMeterCosts,
  updateUsageMeter,
} from '../../../api/generated/usage-meters.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { UsedBy } from '../../../parts/used-by.tsx';
import { WriteButton } from '../../../parts/write-button.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { hasUnitCosts } from './unit-costs.ts';

/** What can be done with a meter: an archived one stays as it is, except for what its past units cost. */
export function MeterActions({ meter }: { meter: UsageMeter }) {
  const t = useMessages('meters');
  const { id, status } = meter;
  const name = meter.displayName || meter.name;
  const input = { usage_meter_id: id };
  const costs = hasUnitCosts(meter) && (
    <Allowed operation={getMeterCosts}>
      <Link to="/meters/$meterId/costs" params={{ meterId: id }} className={buttonClasses()}>
        {t('unitCosts')}
      </Link>
    </Allowed>
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
          <WriteButton
            operation={deactivateUsageMeter}
            input={input}
            label={t('deactivate')}
            title={t('deactivateTitle', { name })}
          >
            <p>{t('deactivateText')}</p>
          </WriteButton>
        ) : (
          <>
            <WriteButton
              operation={archiveUsageMeter}
              input={input}
              kind="danger"
              label={t('archive')}
              title={t('archiveTitle', { name })}
            >
              <p>{t('archiveText')}</p>
              <UsedBy type="USAGE_METER" id={id} />
            </WriteButton>
            <WriteButton
              operation={activateUsageMeter}
              input={input}
              kind="primary"
              label={t('activate')}
              title={t('activateTitle', { name })}
            >
              <p>{t('activateText')}</p>
            </WriteButton>
          </>
        )}
      </Allowed>
    </>
  );
}
