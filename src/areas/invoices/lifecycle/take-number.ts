import { findGroupIdAt } from '#areas/invoice-groups/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { findSettingValue, type SettingOwner } from '#areas/settings/index.ts';
import {
  type NumberedDocument,
  type NumberSeries,
  numberText,
  ORDER_PREFIX,
  PLAIN_NUMBERING,
  readNumbering,
  seriesOf,
} from '#core/invoice-number.ts';
import { localDate } from '#core/period-zone.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import {
  findFreeValue,
  isNumberGiven,
  lockCounter,
  setSequenceValue,
  takeSequenceValue,
} from '../store/sequences.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

interface Dated {
  invoiceDate: Temporal.Instant;
  /** The zone of the document's days. */
  timeZone: string;
}

/** The number of an issued document as stored. */
export interface TakenNumber {
  sequenceId: string;
  sequenceScope: string;
}

/** The default counter of an organization; every numbering locks its row. */
const WHOLE = { scope: 'ORG', period: 'ALL' } as const;
/** Orders have a separate counter, so that unpaid orders leave no gap among the invoices. */
const ORDERS = { scope: 'ORDER', period: 'ALL' } as const;

/**
 * Takes the number of a document that becomes final in this transaction: by the setting INVOICE_SEQUENCE of
 * its group or of the organization, dated in the organization's zone, or else by the default numbering. Call
 * it last, because every other invoice of the organization waits until the commit. Numbers have no gaps,
 * because a rollback also resets the counter.
 */
export async function takeInvoiceNumber(
  context: Context,
  invoice: Pick<StoredInvoice, 'accountId' | 'customerId' | 'groupId'>,
  dated: Dated,
): Promise<TakenNumber> {
  const { tx, org, now } = context;
  const { accountId, customerId } = invoice;
  const groupId = accountId === null ? invoice.groupId : await findGroupIdAt(tx, org, { accountId, at: now });
  const series = await findSeries(context, { customerId, groupId }, dated);
  // Before any other counter: a numbering by scope or period sees all numbers already given.
  const isWhole = series.scope === WHOLE.scope && series.period === WHOLE.period;
  if (!isWhole) await lockCounter(tx, org, WHOLE);
  const value = await takeSequenceValue(tx, org, series);
  return { sequenceId: await skipGiven(context, series, value), sequenceScope: series.scope };
}

export async function takeOrderNumber({ tx, org }: Context, dated: Dated): Promise<TakenNumber> {
  const { scope } = ORDERS;
  const day = localDate(dated.invoiceDate, dated.timeZone);
  const series = seriesOf(PLAIN_NUMBERING, { day, customerId: null, groupId: null });
  const value = await takeSequenceValue(tx, org, ORDERS);
  return { sequenceId: `${ORDER_PREFIX}${numberText(series, value)}`, sequenceScope: scope };
}

async function findSeries(
  { tx, org }: Context,
  document: Omit<NumberedDocument, 'day'>,
  { invoiceDate, timeZone }: Dated,
): Promise<NumberSeries> {
  const { groupId } = document;
  const group: SettingOwner[] = groupId === null ? [] : [{ entityType: 'INVOICE_GROUP', entityId: groupId }];
  const setting = await findSettingValue(tx, org, {
    namespace: 'PLATFORM',
    id: 'INVOICE_SEQUENCE',
    candidates: [...group, { entityType: 'ORGANIZATION', entityId: org.id }],
  });
  if (setting === null)
    return seriesOf(PLAIN_NUMBERING, { ...document, day: localDate(invoiceDate, timeZone) });
  const { timezone } = await getOrganization(tx, org);
  return seriesOf(readNumbering(setting), { ...document, day: localDate(invoiceDate, timezone) });
}

/**
 * A counter that starts, or resumes after a change of the setting, skips numbers that another counter has
 * given, because no number is given twice.
 */
async function skipGiven({ tx, org }: Context, series: NumberSeries, value: number): Promise<string> {
  const text = numberText(series, value);
  if (!(await isNumberGiven(tx, org, { text, scope: series.scope }))) return text;
  const free = await findFreeValue(tx, org, { ...series, value });
  await setSequenceValue(tx, org, { ...series, value: free });
  return numberText(series, free);
}
