import { operation } from '#platform/http/operation.ts';
import { meterArchived, meterNotActive, usageMeterNotFound } from '../problems.ts';
import { describeUsageMeter } from '../rules.ts';
import { UsageMeter, UsageMeterParams } from '../schema.ts';
import { lockUsageMeter, updateUsageMeter } from '../store/meters.ts';

export const deactivateUsageMeter = operation({
  id: 'deactivateUsageMeter',
  method: 'POST',
  route: '/usage_meters/{usage_meter_id}/deactivate',
  scope: 'catalog:write',
  summary: 'Deactivate a usage meter',
  description: 'Stops metering, even if an active plan prices the meter; past usage stays unchanged.',
  request: { params: UsageMeterParams },
  response: { status: 200, body: UsageMeter },
  problems: [usageMeterNotFound, meterArchived, meterNotActive],
  async handle({ tx, org, now }, { params }) {
    const row = await lockUsageMeter(tx, org, params.usage_meter_id);
    if (!row) throw usageMeterNotFound({ id: params.usage_meter_id });
    const { id, status } = row;
    if (status === 'ARCHIVED') throw meterArchived({ id });
    if (status !== 'ACTIVE') throw meterNotActive({ id, status });
    return describeUsageMeter(await updateUsageMeter(tx, org, { id, now, set: { status: 'INACTIVE' } }));
  },
});
