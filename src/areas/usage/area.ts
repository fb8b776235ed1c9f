import './tables.ts';
import { REATTRIBUTE_EVENTS, REPROCESS_EVENTS } from '#areas/accounts/index.ts';
import { REPROCESS_SCHEMA_EVENTS } from '#areas/event-schemas/index.ts';
import type { Area } from '#platform/http/area.ts';
import { usageAudits } from './audit/audits.ts';
import { CORRECT_EVENT, correctEntry } from './corrections/correction-job.ts';
import { reattributeEvents } from './corrections/reattribute-events.ts';
import { maintainEvents } from './maintain-events.ts';
import { auditUsage } from './operations/audit-usage.ts';
import { correctEvents } from './operations/correct-events.ts';
import { explainUncountedEvents } from './operations/explain-uncounted-events.ts';
import { getEvent } from './operations/get-event.ts';
import { ingestBatch } from './operations/ingest-batch.ts';
import { ingestEntitledEvent } from './operations/ingest-entitled-event.ts';
import { ingestEvent } from './operations/ingest-event.ts';
import { listEvents } from './operations/list-events.ts';
import { listMeteredEvents } from './operations/list-metered-events.ts';
import { listOverageEvents } from './operations/list-overage-events.ts';
import { listUncoveredValues } from './operations/list-uncovered-values.ts';
import { previewCorrection } from './operations/preview-correction.ts';
import { previewUsageMeter } from './operations/preview-usage-meter.ts';
import { tailEvents } from './operations/tail-events.ts';
import { reprocessEvents } from './reprocess-events.ts';

export const usage: Area = {
  name: 'usage',
  title: 'Events and usage',
  operations: [
    ...[ingestEvent, ingestBatch, ingestEntitledEvent],
    ...[listEvents, getEvent, correctEvents, tailEvents, auditUsage, listUncoveredValues],
    ...[listMeteredEvents, listOverageEvents, explainUncountedEvents, previewCorrection, previewUsageMeter],
  ],
  scheduledWork: [
    { kind: CORRECT_EVENT, run: correctEntry },
    { kind: REATTRIBUTE_EVENTS, run: reattributeEvents },
    {
      kind: REPROCESS_EVENTS,
      run: (context, { accountId, after }) => {
        const waitsFor = { accountId: String(accountId) };
        return reprocessEvents(context, { kind: REPROCESS_EVENTS, waitsFor, after: Number(after ?? 0) });
      },
    },
    {
      kind: REPROCESS_SCHEMA_EVENTS,
      run: (context, { schemaName, after }) => {
        const waitsFor = { schemaName: String(schemaName) };
        return reprocessEvents(context, {
          kind: REPROCESS_SCHEMA_EVENTS,
          waitsFor,
          after: Number(after ?? 0),
        });
      },
    },
  ],
  maintenance: maintainEvents,
  audits: usageAudits,
};
