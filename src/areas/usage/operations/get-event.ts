import type { Tx } from '#platform/db/database.ts';
import { type Org, operation } from '#platform/http/operation.ts';
import { listBilling } from '../billing.ts';
import { describeEvent, describePipeline } from '../describe-event.ts';
import { GetEventResponse } from '../event-info-schema.ts';
import { numberOf } from '../event-numbers.ts';
import { readFilteringTerms } from '../explain-filtered-out.ts';
import { readPipelineTerms } from '../pipeline-plans.ts';
import { eventNotFound } from '../problems.ts';
import { EventParams } from '../schema.ts';
import { listOccurrences, namePlans } from '../store/event-occurrences.ts';
import { type EventRow, listEventsByNumber } from '../store/events.ts';

export const getEvent = operation({
  id: 'getEvent',
  method: 'GET',
  route: '/events/{event_id}',
  scope: 'events:read',
  summary: 'Get all occurrences of an event id, newest first',
  description:
    'Repeated events are kept as duplicates; the response has at most 100, including the accepted one. The ' +
    'referenceId of an event (Event-Reference) finds that one alone.',
  request: { params: EventParams },
  response: { status: 200, body: GetEventResponse },
  problems: [eventNotFound],
  async handle({ tx, org, deployment }, { params }) {
    const rows = await findOccurrences(tx, org, params.event_id);
    if (rows.length === 0) throw eventNotFound({ id: params.event_id });
    const planIds = rows.flatMap(({ facts, detail }) => detail.pipeline?.pricePlans ?? facts.plan ?? []);
    const names = await namePlans(tx, org, [...new Set(planIds.map(({ id }) => id))]);
    const terms = await readPipelineTerms(tx, org, rows);
    const filtering = await readFilteringTerms(tx, org, rows);
    const billing = await listBilling({ tx, org, deployment }, rows);
    return {
      events: rows.map((row) => {
        const eventPipelineInfo = {
          ...describePipeline(row, { planNames: names, terms, filtering }),
          billing: billing.get(row.seq),
        };
        return { ...describeEvent(row), eventPipelineInfo };
      }),
    };
  },
});

/** Looks up an event id first; the value counts as a reference only if no event has it as its id. */
async function findOccurrences(tx: Tx, org: Org, id: string): Promise<EventRow[]> {
  const rows = await listOccurrences(tx, org, id);
  const number = rows.length === 0 ? numberOf(id.toLowerCase()) : null;
  return number === null ? rows : listEventsByNumber(tx, org, [number]);
}
