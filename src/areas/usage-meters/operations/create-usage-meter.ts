import { eventSchemaNotFound } from '#areas/event-schemas/index.ts';
import { checkQuota, quotaExceeded } from '#platform/db/quotas.ts';
import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { holdUsableSchema } from '../hold-meter-schema.ts';
import { meterNameTaken, meterSchemaArchived } from '../problems.ts';
import { readMetering } from '../read-metering.ts';
import { describeUsageMeter, explainTakenName, readText } from '../rules.ts';
import { CreateUsageMeterRequest, UsageMeter } from '../schema.ts';
import { insertUsageMeter, openUsageMeters } from '../store/meters.ts';

export const createUsageMeter = operation({
  id: 'createUsageMeter',
  method: 'POST',
  route: '/usage_meters',
  scope: 'catalog:write',
  summary: 'Create a usage meter',
  description: 'The meter starts as a draft and meters events once it is active.',
  request: { body: CreateUsageMeterRequest },
  response: { status: 201, body: UsageMeter },
  problems: [meterNameTaken, eventSchemaNotFound, meterSchemaArchived, quotaExceeded],
  async handle({ tx, org, now, deployment: { quotas } }, { body }) {
    const { aggregation, filters = [], computations = [], eventSchemaName = null } = body;
    const metering = readMetering({ aggregation, filters, computations, eventSchemaName });
    await holdUsableSchema(tx, org, metering.eventSchemaName);
    const names = {
      name: body.name.trim(),
      billableName: readText(body.billableName),
      description: readText(body.description),
      unit: readText(body.unit),
    };
    const row = { id: newId('um', now), names, metering, now };
    const meter = await insertUsageMeter(tx, org, row).catch((error) => {
      throw explainTakenName(error, names.name);
    });
    await checkQuota(tx, org, { quotas, name: 'usageMeters', rows: openUsageMeters(org) });
    return describeUsageMeter(meter);
  },
});
