import { findAccount } from '#areas/accounts/index.ts';
import { findAddOn } from '#areas/add-ons/index.ts';
import { findCustomer } from '#areas/customers/index.ts';
import { findFeature } from '#areas/features/index.ts';
import { priceText, quantityText } from '#areas/invoice-printing/index.ts';
import { findInvoice } from '#areas/invoices/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { findReason, type ReceivedRange } from '#areas/usage/index.ts';
import { findUsageMeter } from '#areas/usage-meters/index.ts';
import { type Decimal, decimalText, ZERO } from '#core/decimal.ts';
import type { Context } from '#platform/http/operation.ts';
import { valueOfKey } from '../observe/new-values.ts';
import type { AlertRow } from '../store/alerts.ts';
import type { IncidentRow } from '../store/incidents.ts';
import { templateOf } from '../templates.ts';
import type { Fact, Finding, IncidentNotice } from './write-incident-notice.ts';

/** The most incidents that a message names; it only counts the others. */
const MAX_NAMED = 20;

type Parts = Pick<Context, 'tx' | 'org' | 'now'>;
type Moved = { alert: AlertRow; hasBegun: boolean; incidents: readonly IncidentRow[] };

/** Reads the facts of a message about incidents of one alert: names, units and local times. */
export async function gatherIncidentNotice(
  parts: Parts,
  { alert, hasBegun, incidents }: Moved,
): Promise<IncidentNotice> {
  const { tx, org, now } = parts;
  const { name, timezone, baseCurrency } = await getOrganization(tx, org);
  const account = alert.accountId === null ? null : await findAccount(tx, org, alert.accountId);
  const customer = account && (await findCustomer(tx, org, account.customerId));
  const owner: Fact[] = account
    ? [
        ['Account', named(account)],
        ['Customer', customer ? named(customer) : account.customerId],
      ]
    : [['Accounts', 'all accounts']];
  const currency = account?.invoiceCurrency ?? baseCurrency;
  const findings: Finding[] = [];
  for (const incident of incidents.slice(0, MAX_NAMED))
    findings.push(await findingOf(parts, { alert, incident, currency }));
  return {
    ...{ hasBegun, findings, count: incidents.length, at: now, timeZone: timezone },
    closedBy: incidents[0]?.closedBy ?? null,
    alert: { name: templateOf(alert).name, description: alert.description },
    scope: [...owner, ...(await watchedOf(parts, alert))],
    condition: conditionOf(alert, currency),
    organization: name,
    isSandbox: org.environment === 'sandbox',
  };
}

async function watchedOf({ tx, org }: Parts, { templateId, entityId: id }: AlertRow): Promise<Fact[]> {
  const entity = templateOf({ templateId }).entity;
  if (!entity || id === null) return [];
  switch (entity.member) {
    case 'usageMeterId':
      return [['Meter', named((await findUsageMeter(tx, org, id)) ?? { id })]];
    case 'featureId':
      return [['Feature', named((await findFeature(tx, org, id)) ?? { id })]];
    case 'billableId':
      return [
        ['Product', named((await findUsageMeter(tx, org, id)) ?? (await findAddOn(tx, org, id)) ?? { id })],
      ];
    case 'eventSchemaName':
      return [['Event schema', id]];
    default:
      return entity.member satisfies never;
  }
}

function named({ id, name = id }: { id: string; name?: string }): string {
  return name === id ? id : `${name} (${id})`;
}

function conditionOf({ templateId, threshold, days }: AlertRow, currency: string): string {
  const limit = threshold ?? ZERO;
  switch (templateId) {
    case 'USAGE_THRESHOLD':
      return `usage of ${quantity(limit)} or more`;
    case 'REVENUE_THRESHOLD':
      return `revenue of ${money(limit, currency)} or more`;
    case 'CREDIT_BALANCE':
      return `less than ${money(limit, currency)} of credits remaining`;
    case 'WALLET_BALANCE':
      return `less than ${money(limit, currency)} in the wallet`;
    case 'ENTITLEMENT_BALANCE':
      return `less than ${quantity(limit)} left`;
    case 'NEW_DIMENSION_VALUES':
      return `a value that no meter accepts, with ${quantity(limit)} or more events`;
    case 'UNMATCHED_EVENTS':
    case 'UNPROCESSED_EVENTS':
      return `${quantity(limit)} or more since the last check`;
    case 'INVOICE_DUE':
      return days === 0 ? 'due today' : `due within ${daysText(days)}`;
    case 'INVOICE_OVERDUE':
      return days === 0 ? 'unpaid after the due date' : `unpaid ${daysText(days)} after the due date`;
    default:
      return templateId satisfies never;
  }
}

function daysText(days: number | null): string {
  return days === 1 ? '1 day' : `${days} days`;
}

async function findingOf(
  parts: Parts,
  { alert, incident, currency }: { alert: AlertRow; incident: IncidentRow; currency: string },
): Promise<Finding> {
  const { tx, org } = parts;
  const { id: incidentId, scopeKey, value } = incident;
  const found = { incidentId, subject: null };
  switch (alert.templateId) {
    case 'USAGE_THRESHOLD':
      return { ...found, value: ['Usage', quantity(value)] };
    case 'REVENUE_THRESHOLD':
      return { ...found, value: ['Revenue', money(value, currency)] };
    case 'CREDIT_BALANCE':
      return { ...found, value: ['Remaining credits', money(value, currency)] };
    case 'WALLET_BALANCE':
      return { ...found, value: ['Wallet balance', money(value, currency)] };
    case 'ENTITLEMENT_BALANCE':
      return { ...found, value: ['Left', quantity(value)] };
    case 'NEW_DIMENSION_VALUES': {
      const { schemaName, dimension, value: name } = valueOfKey(scopeKey);
      const subject = `${dimension} = ${name} (${schemaName})`;
      return { incidentId, subject: { noun: 'Value', name: subject }, value: ['Events', quantity(value)] };
    }
    case 'UNMATCHED_EVENTS':
      return {
        ...{ ...found, value: ['Unmatched events', quantity(value)] },
        reason: await reasonOfNewest(parts, alert, 'UNMATCHED'),
      };
    case 'UNPROCESSED_EVENTS':
      return {
        ...{ ...found, value: ['Unprocessed events', quantity(value)] },
        reason: await reasonOfNewest(parts, alert, 'UNPROCESSED'),
      };
    case 'INVOICE_DUE':
    case 'INVOICE_OVERDUE': {
      const invoice = await findInvoice(tx, org, scopeKey);
      const shown = money(value, invoice?.currency ?? currency);
      const name = invoice?.sequenceId ?? scopeKey;
      return { incidentId, subject: { noun: 'Invoice', name }, value: ['Amount due', shown] };
    }
    default:
      return alert.templateId satisfies never;
  }
}

/** The reason of the newest event that a check found. */
function reasonOfNewest(
  { tx, org, now }: Parts,
  { entityId, intervalMinutes }: AlertRow,
  status: ReceivedRange['status'],
): Promise<string | null> {
  const since = now.subtract({ minutes: 2 * intervalMinutes });
  const schema = entityId === null ? {} : { schemaName: entityId };
  return findReason(tx, org, { status, ...schema, since, until: now });
}

function quantity(value: Decimal): string {
  return quantityText(decimalText(value));
}

/** Prints all digits: thresholds and sums may be finer than the currency. */
function money(value: Decimal, currency: string): string {
  return `${priceText(decimalText(value), currency)} ${currency}`;
}
