import { cronOf, INTERVALS } from './intervals.ts';
import { type Alert, type AlertTemplate, type Incident, MAX_DAYS, type Parameters } from './schema.ts';
import type { AlertRow } from './store/alerts.ts';
import type { IncidentRow } from './store/incidents.ts';
import { type AlertTemplate as Template, templateOf } from './templates.ts';

/** The alert as it is on the wire. */
export function describeAlert(row: AlertRow): Alert {
  const { entity, parameter } = templateOf(row);
  const parameters: Parameters = { [parameter]: row.threshold ?? row.days ?? 0 };
  return {
    id: row.id,
    alertId: row.id,
    alertTemplateId: row.templateId,
    version: row.version,
    ...(row.description !== null && { description: row.description }),
    status: row.status,
    validity: row.validityMinutes,
    interval: row.intervalMinutes,
    cronInterval: cronOf(row.intervalMinutes),
    entityDetails: entity && row.entityId !== null ? { [entity.member]: row.entityId } : {},
    ownerDetails: row.accountId === null ? {} : { accountId: row.accountId },
    parameters,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The incident as it is on the wire. */
export function describeIncident(row: IncidentRow): Incident {
  const { report } = templateOf(row);
  return {
    id: row.id,
    alertId: row.alertId,
    alertVersion: row.alertVersion,
    alertTemplateId: row.templateId,
    status: row.status,
    ...(row.validUntil && { validUntil: row.validUntil }),
    reportData: { ...(row.scopeKey !== '' && { invoiceId: row.scopeKey }), [report]: row.value },
    lastCheckedAt: row.lastCheckedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Templates come with the product; the members ask for a date. */
const PUBLISHED_AT = Temporal.Instant.from('2026-12-01T00:00:00Z');
const ID = { type: 'string', minLength: 1, maxLength: 50 };
const DAYS = { type: 'integer', minimum: 0, maximum: MAX_DAYS };

/** The template as it is on the wire. */
export function describeTemplate(template: Template): AlertTemplate {
  const { id, name, description, entity, owner, parameter, fallback } = template;
  const limit = parameter === 'threshold' ? { type: 'number', minimum: 0 } : DAYS;
  return {
    id,
    name,
    description,
    interval: INTERVALS[0],
    ...(entity && { entityType: entity.type }),
    entitySchema: schemaText(entity && { ...entity, schema: ID }),
    ownerType: owner === 'ORGANIZATION' ? 'ORGANIZATION' : 'ACCOUNT',
    ownerSchema: schemaText(
      owner === 'ORGANIZATION' ? null : { member: 'accountId', isRequired: owner === 'ACCOUNT', schema: ID },
    ),
    parametersSchema: schemaText({
      member: parameter,
      isRequired: fallback === null,
      schema: { ...limit, ...(fallback !== null && { default: Number(fallback) }) },
    }),
    createdAt: PUBLISHED_AT,
    updatedAt: PUBLISHED_AT,
  };
}

/** JSON Schema of an object with one member, or with none. */
function schemaText(details: { member: string; isRequired: boolean; schema: object } | null): string {
  return JSON.stringify({
    type: 'object',
    properties: details ? { [details.member]: details.schema } : {},
    required: details?.isRequired ? [details.member] : [],
    additionalProperties: false,
  });
}
