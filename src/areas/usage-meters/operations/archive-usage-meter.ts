import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { meterArchived, meterInUse, meterStillActive, usageMeterNotFound } from '../problems.ts';
import { UsageMeterParams } from '../schema.ts';
import { isMeterPriced, lockUsageMeter, updateUsageMeter } from '../store/meters.ts';

export const archiveUsageMeter = operation({
  id: 'archiveUsageMeter',
  method: 'DELETE',
  route: '/usage_meters/{usage_meter_id}',
  scope: 'catalog:write',
  summary: 'Archive a usage meter that is neither active nor priced',
  description: 'Permanent: the name stays reserved, and past usage is kept.',
  request: { params: UsageMeterParams },
  response: { status: 200, body: Success },
  problems: [usageMeterNotFound, meterArchived, meterStillActive, meterInUse],
  deletes: 'usage_meter',
  async handle({ tx, org, now }, { params }) {
    const row = await lockUsageMeter(tx, org, params.usage_meter_id);
    if (!row) throw usageMeterNotFound({ id: params.usage_meter_id });
    const { id } = row;
    if (row.status === 'ARCHIVED') throw meterArchived({ id });
    if (row.status === 'ACTIVE') throw meterStillActive({ id });
    if (await isMeterPriced(tx, org, { id, now })) throw meterInUse({ id });
    await updateUsageMeter(tx, org, { id, now, set: { status: 'ARCHIVED' } });
    return { success: true };
  },
});
