import { Type } from 'typebox';
import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { featureNotFound, getFeature } from '#areas/features/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Closed, ExactNumber, PageOf, Text } from '#platform/http/schemas.ts';
import { describeEvent } from '../describe-event.ts';
import { eventMembers } from '../schema.ts';
import { meteredEventList } from '../store/metered-events.ts';
import { listOverageEvents as listRows } from '../store/overage-events.ts';

const OverageEventsParams = Type.Object({ account_id: Text(1, 50), feature_id: Text(1, 50) });
const OverageEvent = Closed(
  {
    ...eventMembers,
    units: ExactNumber({ description: 'What the event used of the feature' }),
    overage: ExactNumber({ description: 'The part of the units that is beyond the credits' }),
    isFirst: Type.Boolean({
      description: 'Whether the credits ended with it: no earlier event of the block used more than them',
    }),
  },
  { component: 'OverageEvent' },
);

export const listOverageEvents = operation({
  id: 'listOverageEvents',
  method: 'GET',
  route: '/ext/v1/accounts/{account_id}/features/{feature_id}/overage_events',
  scope: 'events:read',
  summary: 'List the events that used a feature beyond its credits, the last processed first',
  description:
    'These are the events behind the quantity of an overage: the overage of all pages adds up to it. ' +
    'from and until bound the time at which events count. The `usage` of a line of ' +
    'GET /ext/v1/invoices/{invoice_id}/explain has the values to use; its lineId is the feature.',
  request: { params: OverageEventsParams },
  response: { status: 200, body: PageOf(OverageEvent) },
  problems: [accountNotFound, featureNotFound],
  list: meteredEventList,
  async handle({ tx, org }, { params, page }) {
    const { id: accountId } = await getAccount(tx, org, params.account_id);
    const { id: featureId } = await getFeature(tx, org, params.feature_id);
    const { rows, nextToken } = await listRows(tx, org, { accountId, featureId, page });
    return {
      data: rows.map((row) => {
        const { used: units, overage, isFirst } = row;
        return { ...describeEvent(row), units, overage, isFirst };
      }),
      nextToken,
    };
  },
});
