import { eventSchemaNotFound, findEventSchema } from '#areas/event-schemas/index.ts';
import { readMetering } from '#areas/usage-meters/index.ts';
import { operation } from '#platform/http/operation.ts';
import { previewMeter } from '../preview-meter.ts';
import { MeterPreview, PreviewMeterRequest } from '../preview-meter-schema.ts';

export const previewUsageMeter = operation({
  id: 'previewUsageMeter',
  method: 'POST',
  route: '/ext/v1/usage_meters/preview',
  scope: 'events:read',
  summary: 'Measure the newest events of a schema with a meter that is not saved',
  description:
    'Evaluates filters and computation as ingestion does, on the fields that the latest version of the ' +
    'schema gives the events, and explains each event that is not counted. Changes nothing.',
  request: { body: PreviewMeterRequest },
  response: { status: 200, body: MeterPreview },
  problems: [eventSchemaNotFound],
  isRead: true,
  async handle({ tx, org }, { body }) {
    const { aggregation, filters = [], computations = [], eventSchemaName } = body;
    const metering = readMetering({ aggregation, filters, computations, eventSchemaName });
    const schema = await findEventSchema(tx, org, eventSchemaName.trim());
    if (!schema) throw eventSchemaNotFound({ id: eventSchemaName });
    return { events: await previewMeter(tx, org, { metering, schema }) };
  },
});
