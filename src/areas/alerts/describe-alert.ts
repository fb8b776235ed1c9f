import type { Tx } from '#platform/db/database.ts';
import type { Actor, Org } from '#platform/http/operation.ts';
import { cronOf, INTERVALS } from './intervals.ts';
import { valueOfKey } from './observe/new-values.ts';
import { type Alert, type AlertTemplate, type Incident, MAX_DAYS, type Parameters } from './schema.ts';
import type { AlertRow } from './store/alerts.ts';
import { listChannels } from './store/channels.ts';
import type { IncidentRow } from './store/incidents.ts';
import { type AlertTemplate as Template, templateOf } from './templates.ts';

interface Reader {
  tx: Tx;
  org: Org;
  actor: Pick<Actor, 'portal'>;
}

/** The wire shape of alerts. A portal does not see the channels. */
export async function describeAlerts(
  { tx, org, actor }: Reader,
  rows: readonly AlertRow[],
): Promise<Alert[]> {
  const alertIds = rows.map(({ id }) => id);
  const channels = actor.portal || rows.length === 0 ? null : await listChannels(tx, org, alertIds);
  return rows.map((row) => {
    const own = channels?.get(row.id) ?? [];
    const shown = own.map(({ type, target }) => ({ type, target }));
    return { ...describeAlert(row), ...(channels && { channels: shown }) };
  });
}

/** The same for one alert. */
export async function describeOneAlert(reader: Reader, row: AlertRow): Promise<Alert> {
  const [alert] = await describeAlerts(reader, [row]);
  if (!alert) throw new Error(`alert ${row.id} has no description`);
  return alert;
}

function describeAlert(row: AlertRow): Alert {
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

/** The wire shape of an incident. */
export function describeIncident(row: IncidentRow): Incident {
  const { report } = templateOf(row);
  return {
    id: row.id,
    alertId: row.alertId,
    alertVersion: row.alertVersion,
    alertTemplateId: row.templateId,
    status: row.status,
    ...(row.validUntil && { validUntil: row.validUntil }),
    reportData: { ...scopeOf(row), [report]: row.value },
    lastCheckedAt: row.lastCheckedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** What an incident is about, if an alert has one for each invoice or value. */
function scopeOf({ templateId, scopeKey }: IncidentRow) {
  if (scopeKey === '') return {};
  if (templateId === 'NEW_DIMENSION_VALUES') return { dimensionValue: valueOfKey(scopeKey) };
  return { invoiceId: scopeKey };
}

/** Templates are part of the product, but the members require a date. */
const PUBLISHED_AT = Temporal.Instant.from('2026-12-01T00:00:00Z');
const ID = { type: 'string', minLength: 1, maxLength: 50 };
const DAYS = { type: 'integer', minimum: 0, maximum: MAX_DAYS };

/** The wire shape of a template. */
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
