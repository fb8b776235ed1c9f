import type { AccountMatch } from '#areas/accounts/index.ts';
import type { Period } from '#areas/usage/decision/event-facts.ts';
import type { ActiveMeter } from '#areas/usage/meter-fields.ts';
import { compileMeter } from '#areas/usage-meters/index.ts';

/** Facts for events of the account a1, with the alias `one`, in January 2030. */

export const at = (text: string) => Temporal.Instant.from(text);

export function accountMatch(status: AccountMatch['status']): AccountMatch {
  return {
    ...{ accountId: 'a1', accountName: 'One', customerId: 'c1', customerName: 'Customer', status },
    ...{ archivedAt: null, alias: 'one', invoiceCurrency: 'USD' },
  };
}

/** Accepts events until 3 February. */
export const JANUARY = {
  shown: { id: 'pp.1', scheduleId: 'sch.1', cycleStart: '2030-01-01', cycleEnd: '2030-01-31' },
  cycle: {
    start: Temporal.PlainDate.from('2030-01-01'),
    end: Temporal.PlainDate.from('2030-02-01'),
    startAt: at('2030-01-01T00:00:00Z'),
    endAt: at('2030-02-01T00:00:00Z'),
    dueAt: at('2030-02-03T00:00:00Z'),
  },
} as Period;

/** Meters of a schema; each sums an attribute by default. */
export function metersOf(eventSchemaName: string, attribute: string) {
  return (id: string, definition: Partial<Parameters<typeof compileMeter>[0]> = {}): ActiveMeter => ({
    row: { id, name: `meter ${id}`, version: 2 },
    compiled: compileMeter({
      ...{ aggregation: 'SUM', filters: [], eventSchemaName },
      computations: [{ computation: `{"var":"attribute.${attribute}"}`, order: 1 }],
      ...definition,
    }),
  });
}
