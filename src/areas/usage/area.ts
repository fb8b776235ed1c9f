import './tables.ts';
import { REPROCESS_EVENTS } from '#areas/accounts/index.ts';
import type { Area } from '#platform/http/area.ts';
import { getEvent } from './operations/get-event.ts';
import { ingestBatch } from './operations/ingest-batch.ts';
import { ingestEvent } from './operations/ingest-event.ts';
import { listEvents } from './operations/list-events.ts';
import { purgeOldEventKeys } from './purge-event-keys.ts';
import { reprocessEvents } from './reprocess-events.ts';

export const usage: Area = {
  name: 'usage',
  operations: [ingestEvent, ingestBatch, listEvents, getEvent],
  dueWork: [
    {
      kind: REPROCESS_EVENTS,
      run: (context, { accountId, after }) =>
        reprocessEvents(context, {
          kind: REPROCESS_EVENTS,
          accountId: String(accountId),
          after: after === undefined || after === null ? null : String(after),
        }),
    },
  ],
  upkeep: purgeOldEventKeys,
};
