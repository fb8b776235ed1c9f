import { findEventSchema, showEventSchema } from '#areas/event-schemas/index.ts';
import { operation } from '#platform/http/operation.ts';
import { usageMeterNotFound } from '../problems.ts';
import { describeUsageMeter } from '../rules.ts';
import { UsageMeter, UsageMeterParams, UsageMeterQuery } from '../schema.ts';
import { findUsageMeter } from '../store/meters.ts';

export const getUsageMeter = operation({
  id: 'getUsageMeter',
  method: 'GET',
  route: '/usage_meters/{usage_meter_id}',
  scope: 'catalog:read',
  summary: 'Get a usage meter, including archived ones',
  request: { params: UsageMeterParams, query: UsageMeterQuery },
  response: { status: 200, body: UsageMeter },
  problems: [usageMeterNotFound],
  async handle({ tx, org }, { params, query }) {
    const row = await findUsageMeter(tx, org, params.usage_meter_id);
    if (!row) throw usageMeterNotFound({ id: params.usage_meter_id });
    const meter = describeUsageMeter(row);
    if (!query.includeSchema || row.eventSchemaName === null) return meter;
    const schema = await findEventSchema(tx, org, row.eventSchemaName);
    return { ...meter, ...(schema && { eventSchema: await showEventSchema(tx, org, schema) }) };
  },
});
