import { useQuery } from '@tanstack/react-query';
import { listSimulationResults } from '../../api/generated/price-experiments.ts';
import type { SimulationResult } from '../../api/generated/types.ts';
import { one } from '../../api/queries.ts';
import { isNegative, isZero } from '../../format/decimals.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { classes } from '../../ui/classes.ts';
import { Money } from '../../ui/money.tsx';
import { RecordLink } from '../record-link.tsx';

const MOST = 10;
const POLL_MS = 3000;

interface RankingProps {
  id: string;
  scenario: SimulationResult['scenario'];
  isRunning: boolean;
}

/** The ten accounts that would pay the most more, and the ten that would pay the most less. */
export function Ranking(props: RankingProps) {
  const t = useMessages('simulation');
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Top {...props} title={t('raised')} sort="difference:DESC" isWanted={(each) => !isNegative(each)} />
      <Top {...props} title={t('lowered')} sort="difference:ASC" isWanted={isNegative} />
    </div>
  );
}

interface TopProps extends RankingProps {
  title: string;
  sort: string;
  isWanted(difference: string): boolean;
}

function Top({ id, scenario, isRunning, title, sort, isWanted }: TopProps) {
  const t = useMessages('simulation');
  const input = { simulation_id: id, scenario, _sort: sort, pageSize: MOST };
  const { data } = useQuery({
    ...one(listSimulationResults, input),
    refetchInterval: isRunning ? POLL_MS : false,
  });
  const rows = (data?.data ?? []).filter(({ difference }) => isWanted(difference) && !isZero(difference));
  const cell = 'h-8 border-b border-line';
  return (
    <section className="min-w-0">
      <h2 className="mb-1 text-body font-semibold">{title}</h2>
      {rows.length === 0 ? (
        <p className="text-muted">{t('none')}</p>
      ) : (
        <table className="w-full border-separate border-spacing-0">
          <thead>
            <tr className="text-caption text-muted">
              <th scope="col" className={classes(HEAD, 'text-start')}>
                {t('account')}
              </th>
              <th scope="col" className={classes(HEAD, 'text-end')}>
                {t('after')}
              </th>
              <th scope="col" className={classes(HEAD, 'text-end')}>
                {t('difference')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.accountId} ${row.currency}`}>
                <td className={cell}>
                  <RecordLink area="accounts" id={row.accountId}>
                    {row.accountName}
                  </RecordLink>
                </td>
                <td className={classes(cell, 'text-end')}>
                  <Money amount={row.candidate} currency={row.currency} hasCode />
                </td>
                <td className={classes(cell, 'text-end')}>
                  <Money amount={row.difference} currency={row.currency} hasCode />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const HEAD = 'h-8 border-b border-line-strong font-medium';
