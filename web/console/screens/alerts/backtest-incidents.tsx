import type { AlertBacktest } from '../../../api/generated/types.ts';
import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Instant } from '../../../ui/instant.tsx';

const SHOWN = 10;

/** The first times at which the alert would have fired. */
export function BacktestIncidents({ result: { incidents, fired } }: { result: AlertBacktest }) {
  const t = useMessages('alerts');
  return (
    <>
      <ol aria-label={t('firedAt')} className="flex flex-col">
        {incidents.slice(0, SHOWN).map(({ openedAt, closedAt, value }) => (
          <li
            key={openedAt}
            className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-line py-1.5"
          >
            <span>
              <Instant at={openedAt} isExact />{' '}
              <span className="text-muted">
                {closedAt ? (
                  <>
                    {t('until')} <Instant at={closedAt} isExact />
                  </>
                ) : (
                  t('stillOpen')
                )}
              </span>
            </span>
            <span>{formatQuantity(value)}</span>
          </li>
        ))}
      </ol>
      {fired > SHOWN && <p className="text-muted">{t('andMore', { count: fired - SHOWN })}</p>}
    </>
  );
}
