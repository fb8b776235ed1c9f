import { useState } from 'react';
import { listSimulationResults } from '../../../api/generated/price-experiments.ts';
import type { SimulationResult } from '../../../api/generated/types.ts';
import { percentOf } from '../../../format/decimals.ts';
import { formatPercent } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { List } from '../../../parts/list-page.tsx';
import { recordPath } from '../../../parts/use-record-link.ts';
import { place } from '../../../session/environment.ts';
import { type Column, money, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ResultDrawer } from './result-drawer.tsx';

const columns: readonly Column<SimulationResult>[] = [
  text('account', ({ accountName }) => accountName, { place: 'title', sort: 'account_id' }),
  money('before', ({ base, currency }) => ({ amount: base, currency }), { place: 'none' }),
  money('after', ({ candidate, currency }) => ({ amount: candidate, currency }), { place: 'none' }),
  money(
    'difference',
    ({ base, difference, currency }) => {
      return { amount: base === undefined ? undefined : difference, currency };
    },
    { sort: 'difference' },
  ),
  text('change', ({ base, difference }) => {
    const percent = base === undefined ? null : percentOf(difference, base);
    return percent === null ? '—' : formatPercent(percent);
  }),
  text('reason', ({ reason }) => reason, { place: 'none' }),
];

/** Every account of a scenario; a row opens what its amounts consist of. */
export function ResultTable({ id, scenario }: { id: string; scenario: SimulationResult['scenario'] }) {
  const t = useMessages('simulator');
  const [sort, setSort] = useState('difference:DESC');
  const [opened, setOpened] = useState<SimulationResult | null>(null);
  return (
    <>
      <List
        name={t('results')}
        operation={listSimulationResults}
        input={{ simulation_id: id, scenario, _sort: sort }}
        columns={columns}
        idOf={({ accountId, currency }) => `${accountId} ${currency}`}
        link={{
          urlOf: ({ accountId }) => place.console + recordPath('accounts', accountId),
          open: setOpened,
        }}
        say={t as (key: string) => string}
        sort={{ by: sort, onSort: setSort }}
        empty={<EmptyState text={t('noResults')} />}
      />
      {opened && <ResultDrawer simulationId={id} result={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
