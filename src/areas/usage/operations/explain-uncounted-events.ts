import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { findUsageMeter, usageMeterNotFound } from '#areas/usage-meters/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Org, operation } from '#platform/http/operation.ts';
import { explainUncounted } from '../explain-uncounted.ts';
import { uncountedInvalid } from '../problems.ts';
import { UncountedQuery as Query, type UncountedQuery, UncountedReport } from '../uncounted-schema.ts';

const DEFAULT_HOURS = 30 * 24;

export const explainUncountedEvents = operation({
  id: 'explainUncountedEvents',
  method: 'GET',
  route: '/ext/v1/uncounted_events',
  scope: 'events:read',
  summary: 'Explain why events are not counted, with the number of events for each reason',
  description:
    'Groups events that no usage meter counts by status, schema and reason. With account_id and ' +
    'usage_meter_id, it explains why events are not part of the quantity of that meter. Events that wait ' +
    'for an account are grouped by the account as sent and belong to no account; the report names the ' +
    'account that was probably meant.',
  request: { query: Query },
  response: { status: 200, body: UncountedReport },
  problems: [accountNotFound, usageMeterNotFound, uncountedInvalid],
  async handle({ tx, org, now }, { query }) {
    const { until = now, from = until.subtract({ hours: DEFAULT_HOURS }) } = query;
    if (Temporal.Instant.compare(from, until) >= 0)
      throw uncountedInvalid({ at: 'from', rule: 'must be before until' });
    const account = query.account_id === undefined ? null : await getAccount(tx, org, query.account_id);
    const meter = await findRequested(tx, org, query);
    return explainUncounted(tx, org, {
      ...{ accountId: account?.id, customerId: query.customer_id, from, until, now },
      schemaName: query.schema_name ?? meter?.eventSchemaName ?? undefined,
      meterId: meter?.id ?? null,
    });
  },
});

async function findRequested(tx: Tx, org: Org, { usage_meter_id: id, account_id }: UncountedQuery) {
  if (id === undefined) return null;
  if (account_id === undefined) throw uncountedInvalid({ at: 'usage_meter_id', rule: 'needs account_id' });
  const meter = await findUsageMeter(tx, org, id);
  if (!meter) throw usageMeterNotFound({ id });
  return meter;
}
