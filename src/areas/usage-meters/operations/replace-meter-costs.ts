import { operation } from '#platform/http/operation.ts';
import { costRepeated, usageMeterNotFound } from '../problems.ts';
import { MeterCosts, UsageMeterParams } from '../schema.ts';
import { listMeterCosts, lockUsageMeter, replaceMeterCosts as replaceRows } from '../store.ts';

export const replaceMeterCosts = operation({
  id: 'replaceMeterCosts',
  method: 'PUT',
  route: '/ext/v1/usage_meters/{usage_meter_id}/costs',
  scope: 'catalog:write',
  summary: 'Replace the unit costs of a usage meter',
  description:
    'What a unit costs you, for the report MARGIN; no bill contains it. The request replaces all costs of ' +
    'the meter.',
  request: { params: UsageMeterParams, body: MeterCosts },
  response: { status: 200, body: MeterCosts },
  problems: [usageMeterNotFound, costRepeated],
  async handle({ tx, org }, { params, body }) {
    const id = params.usage_meter_id;
    if (!(await lockUsageMeter(tx, org, id))) throw usageMeterNotFound({ id });
    const days = body.costs.map(({ effectiveFrom }) => effectiveFrom.toString());
    const twice = days.find((day, index) => days.indexOf(day) < index);
    if (twice) throw costRepeated({ day: twice });
    await replaceRows(tx, org, { meterId: id, costs: body.costs });
    return { costs: await listMeterCosts(tx, org, id) };
  },
});
