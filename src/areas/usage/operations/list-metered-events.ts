import { Type } from 'typebox';
import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { findUsageMeter, usageMeterNotFound } from '#areas/usage-meters/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Closed, ExactNumber, PageOf, Text } from '#platform/http/schemas.ts';
import { describeEvent } from '../describe-event.ts';
import { eventMembers } from '../schema.ts';
import { listMeteredEvents as listRows, meteredEventList } from '../store/metered-events.ts';

const MeteredEventsParams = Type.Object({ account_id: Text(1, 50), usage_meter_id: Text(1, 50) });
const MeteredEvent = Closed(
  { ...eventMembers, units: ExactNumber({ description: 'The units that the meter counts for the event' }) },
  { component: 'MeteredEvent' },
);

export const listMeteredEvents = operation({
  id: 'listMeteredEvents',
  method: 'GET',
  route: '/ext/v1/accounts/{account_id}/usage_meters/{usage_meter_id}/events',
  scope: 'events:read',
  summary: 'List the events that a usage meter counts for an account, newest first',
  description:
    'These are the events behind a quantity: of a COUNT or SUM meter, the units of all pages add up to it. ' +
    'from and until bound the time at which events count. The `usage` of a line of ' +
    'GET /ext/v1/invoices/{invoice_id}/explain has the values to use.',
  request: { params: MeteredEventsParams },
  response: { status: 200, body: PageOf(MeteredEvent) },
  problems: [accountNotFound, usageMeterNotFound],
  list: meteredEventList,
  async handle({ tx, org }, { params, page }) {
    const { id: accountId } = await getAccount(tx, org, params.account_id);
    const meter = await findUsageMeter(tx, org, params.usage_meter_id);
    if (!meter) throw usageMeterNotFound({ id: params.usage_meter_id });
    const { rows, nextToken } = await listRows(tx, org, { accountId, meterId: meter.id, page });
    return { data: rows.map((row) => ({ ...describeEvent(row), units: row.meterUnits })), nextToken };
  },
});
