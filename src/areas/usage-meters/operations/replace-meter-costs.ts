import { operation } from '#platform/http/operation.ts';
import { costNotAdditive, costRepeated, usageMeterNotFound } from '../problems.ts';
import { MeterCosts, UsageMeterParams } from '../schema.ts';
import { COSTED_AGGREGATIONS, listMeterCosts, replaceMeterCosts as replaceRows } from '../store/costs.ts';
import { lockUsageMeter } from '../store/meters.ts';

export const replaceMeterCosts = operation({
  id: 'replaceMeterCosts',
  method: 'PUT',
  route: '/ext/v1/usage_meters/{usage_meter_id}/costs',
  scope: 'costs:write',
  summary: 'Replace the unit costs of a usage meter',
  description:
    'What a unit costs you, for the report MARGIN; no bill contains it. The request replaces all costs of ' +
    'the meter. Each cost counts until the next one; a cost of 0 ends those before it. Only meters with ' +
    'the aggregation SUM or COUNT have unit costs.',
  request: { params: UsageMeterParams, body: MeterCosts },
  response: { status: 200, body: MeterCosts },
  problems: [usageMeterNotFound, costNotAdditive, costRepeated],
  async handle({ tx, org }, { params, body }) {
    const id = params.usage_meter_id;
    const meter = await lockUsageMeter(tx, org, id);
    if (!meter) throw usageMeterNotFound({ id });
    const { aggregation } = meter;
    if (body.costs.length > 0 && !COSTED_AGGREGATIONS.includes(aggregation))
      throw costNotAdditive({ id, aggregation });
    const days = body.costs.map(({ effectiveFrom }) => effectiveFrom.toString());
    const twice = days.find((day, index) => days.indexOf(day) < index);
    if (twice) throw costRepeated({ day: twice });
    await replaceRows(tx, org, { meterId: id, costs: body.costs });
    return { costs: await listMeterCosts(tx, org, id) };
  },
});
