import { operation } from '#platform/http/operation.ts';
import { usageMeterNotFound } from '../problems.ts';
import { MeterCosts, UsageMeterParams } from '../schema.ts';
import { listMeterCosts } from '../store/costs.ts';
import { findUsageMeter } from '../store/meters.ts';

export const getMeterCosts = operation({
  id: 'getMeterCosts',
  method: 'GET',
  route: '/ext/v1/usage_meters/{usage_meter_id}/costs',
  scope: 'costs:read',
  summary: 'Get the unit costs of a usage meter',
  request: { params: UsageMeterParams },
  response: { status: 200, body: MeterCosts },
  problems: [usageMeterNotFound],
  async handle({ tx, org }, { params }) {
    const id = params.usage_meter_id;
    if (!(await findUsageMeter(tx, org, id))) throw usageMeterNotFound({ id });
    return { costs: await listMeterCosts(tx, org, id) };
  },
});
