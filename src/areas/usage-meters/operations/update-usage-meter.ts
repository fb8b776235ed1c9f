import { eventSchemaNotFound } from '#areas/event-schemas/index.ts';
import { operation } from '#platform/http/operation.ts';
import { holdUsableSchema } from '../hold-meter-schema.ts';
import {
  meterActiveLocked,
  meterAggregationFixed,
  meterArchived,
  meterNameTaken,
  meterSchemaArchived,
  usageMeterNotFound,
} from '../problems.ts';
import { readMetering } from '../read-metering.ts';
import {
  canReplace,
  changedMetering,
  changedNames,
  describeUsageMeter,
  explainTakenName,
  isSameMetering,
  storedMetering,
} from '../rules.ts';
import { UpdateUsageMeterRequest, UsageMeter, UsageMeterParams } from '../schema.ts';
import { lockUsageMeter, updateUsageMeter as updateRow } from '../store/meters.ts';

export const updateUsageMeter = operation({
  id: 'updateUsageMeter',
  method: 'PATCH',
  route: '/usage_meters/{usage_meter_id}',
  scope: 'catalog:write',
  summary: 'Change a usage meter',
  description: 'Only the names and description of an active meter can change.',
  request: { params: UsageMeterParams, body: UpdateUsageMeterRequest },
  response: { status: 200, body: UsageMeter },
  problems: [
    usageMeterNotFound,
    meterArchived,
    meterActiveLocked,
    meterAggregationFixed,
    meterNameTaken,
    eventSchemaNotFound,
    meterSchemaArchived,
  ],
  async handle({ tx, org, now }, { params, body }) {
    const row = await lockUsageMeter(tx, org, params.usage_meter_id);
    if (!row) throw usageMeterNotFound({ id: params.usage_meter_id });
    const { id } = row;
    if (row.status === 'ARCHIVED') throw meterArchived({ id });
    const metering = readMetering(changedMetering(row, body));
    const isChanged = !isSameMetering(metering, readMetering(storedMetering(row)));
    if (isChanged && row.status === 'ACTIVE') throw meterActiveLocked({ id });
    const { aggregation } = row;
    if (row.lastActivatedAt && !canReplace(aggregation, metering.aggregation))
      throw meterAggregationFixed({ id, aggregation });
    if (isChanged) await holdUsableSchema(tx, org, metering.eventSchemaName);
    const set = changedNames(body);
    const change = { id, now, set, ...(isChanged && { metering }) };
    return describeUsageMeter(
      await updateRow(tx, org, change).catch((error) => {
        throw explainTakenName(error, set.name ?? row.name);
      }),
    );
  },
});
