import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { MeterUnitCost } from '../../../api/generated/types.ts';
import { listUnitCosts } from '../../../api/generated/usage-meters.ts';
import { formatDay } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { catalogStatus } from '../../../parts/catalog-look.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { useSession } from '../../../session/session.tsx';
import { type Column, identifier, status, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { UnitPrice } from '../../../ui/unit-price.tsx';

const route = getRouteApi('/meters/costs');

/** What a unit of each meter costs the organization today, and from when on it costs something else. */
export function UnitCostList() {
  const t = useMessages('unitCosts');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const { baseCurrency } = useSession().organization;
  const columns = useMemo(() => columnsIn(baseCurrency), [baseCurrency]);
  return (
    <ListPage
      title={t('title')}
      operation={listUnitCosts}
      input={search}
      columns={columns}
      idOf={({ usageMeterId }) => usageMeterId}
      link={link}
      say={t}
      above={
        <p className="max-w-[72ch] text-muted">
          {t('intro')}{' '}
          <Link
            to="/reports/view"
            search={{ template: 'MARGIN' }}
            className="font-medium text-accent hover:underline"
          >
            {t('margin')}
          </Link>
        </p>
      }
      filters={
        <>
          <SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(status) => change({ status })}
            options={catalogStatus.options(t)}
          />
        </>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function columnsIn(currency: string): readonly Column<MeterUnitCost>[] {
  return [
    text('name', ({ displayName }) => displayName, { place: 'title', sort: 'name' }),
    text('unit', ({ unit }) => unit, { place: 'none' }),
    status('status', ({ status: state }) => catalogStatus.look(state)),
    cost('current', ({ current }) => current, { currency, place: 'amount' }),
    day('since', ({ current }) => current),
    cost('next', ({ next }) => next, { currency, place: 'none' }),
    day('nextFrom', ({ next }) => next),
    identifier('id', ({ usageMeterId }) => usageMeterId, { isExtra: true }),
  ];
}

type Read = (row: MeterUnitCost) => MeterUnitCost['current'];

function cost(
  id: string,
  read: Read,
  { currency, place }: { currency: string; place: 'amount' | 'none' },
): Column<MeterUnitCost> {
  return {
    id,
    cell: (row) => {
      const found = read(row);
      return found ? (
        <UnitPrice price={found.unitCost} currency={currency} />
      ) : (
        <span className="text-faint">—</span>
      );
    },
    text: (row) => read(row)?.unitCost ?? '',
    isNumber: true,
    place,
  };
}

function day(id: string, read: Read): Column<MeterUnitCost> {
  return text(
    id,
    (row) => {
      const found = read(row);
      return found && formatDay(found.effectiveFrom);
    },
    { place: 'none' },
  );
}

function pathOf({ usageMeterId }: MeterUnitCost): string {
  return `${recordPath('meters', usageMeterId)}/costs`;
}
