import { expect, it } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import type { EventFacts } from './decision/event-facts.ts';
import { toSchemaEvent } from './event.ts';
import { processBatch } from './process-batch.ts';

it('a batch without a metered feature or a schema that is priced asks the database nothing', async () => {
  const tx = new Proxy({} as Tx, {
    get() {
      throw new Error('the database was asked');
    },
  });
  const timestamp = Temporal.Instant.from('2030-01-09T00:00:00Z');
  const sent = { schemaName: 'ride', accountId: 'a1', timestamp, attributes: [], dimensions: {} };
  const outcomes = await processBatch(
    tx,
    { orgId: 1, id: 'default', environment: 'sandbox' },
    {
      events: [toSchemaEvent(sent), toSchemaEvent(sent)],
      eventFacts: Array(2).fill({
        schema: null,
        match: null,
        period: null,
        meters: [],
        isPriced: false,
        feature: null,
      } as unknown as EventFacts),
      failureOf: () => undefined,
    },
  );
  expect(outcomes.map(({ status }) => status)).toEqual(Array(2).fill('INGESTION_FAILED_SCHEMA_NOT_DEFINED'));
});
