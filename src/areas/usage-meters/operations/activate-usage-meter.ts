import { operation } from '#platform/http/operation.ts';
import { holdActiveSchema } from '../hold-meter-schema.ts';
import {
  meterAlreadyActive,
  meterArchived,
  meterFilterUnknown,
  meterSchemaNotActive,
  usageMeterNotFound,
} from '../problems.ts';
import { readMetering } from '../read-metering.ts';
import { describeUsageMeter, storedMetering } from '../rules.ts';
import { UsageMeter, UsageMeterParams } from '../schema.ts';
import { lockUsageMeter, updateUsageMeter } from '../store/meters.ts';

export const activateUsageMeter = operation({
  id: 'activateUsageMeter',
  method: 'POST',
  route: '/usage_meters/{usage_meter_id}/activate',
  scope: 'catalog:write',
  summary: 'Activate a usage meter',
  description: 'Meters events from now on, but no earlier ones.',
  request: { params: UsageMeterParams },
  response: { status: 200, body: UsageMeter },
  problems: [usageMeterNotFound, meterArchived, meterAlreadyActive, meterSchemaNotActive, meterFilterUnknown],
  async handle({ tx, org, now }, { params }) {
    const row = await lockUsageMeter(tx, org, params.usage_meter_id);
    if (!row) throw usageMeterNotFound({ id: params.usage_meter_id });
    const { id } = row;
    if (row.status === 'ARCHIVED') throw meterArchived({ id });
    if (row.status === 'ACTIVE') throw meterAlreadyActive({ id });
    await holdActiveSchema(tx, org, readMetering(storedMetering(row)));
    const set = { status: 'ACTIVE', lastActivatedAt: now } as const;
    return describeUsageMeter(await updateUsageMeter(tx, org, { id, now, set }));
  },
});
