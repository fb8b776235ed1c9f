import { listUncoveredValues } from '../../api/generated/events-and-usage.ts';
import type { UncoveredValue } from '../../api/generated/types.ts';
import { formatCount } from '../../format/money.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { type Column, moment, text } from '../../ui/data-table/columns.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../list-page.tsx';

const columns: readonly Column<UncoveredValue>[] = [
  text('value', ({ dimension, value }) => `${dimension} = ${value}`, { place: 'title' }),
  text('schema', ({ schemaName }) => schemaName),
  text('eventCount', ({ events }) => formatCount(events), { isNumber: true, place: 'amount' }),
  text('meters', ({ meters }) => meters.map(({ name }) => name).join(', '), { place: 'none' }),
  moment('lastReceived', ({ lastReceivedAt }) => lastReceivedAt),
];

const NOTHING = {};

/** Values of dimensions, such as a new model, that meters test and none accepts. */
export function UncoveredValues() {
  const t = useMessages('uncounted');
  return (
    <List
      name={t('uncovered')}
      operation={listUncoveredValues}
      input={NOTHING}
      columns={columns}
      idOf={({ id }) => id}
      say={t as (key: string) => string}
      empty={<EmptyState text={t('noUncovered')} />}
    />
  );
}
