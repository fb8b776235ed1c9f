import { findGroupIdAt } from '#areas/invoice-groups/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { findSettingValue, type SettingOwner } from '#areas/settings/index.ts';
import {
  type NumberedDocument,
  type NumberPlace,
  numberText,
  ORDER_PREFIX,
  PLAIN_NUMBERING,
  placeNumber,
  readNumbering,
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
  /** That the days of the document are of. */
  timeZone: string;
}

/** The number of an issued document, as it is stored. */
export interface TakenNumber {
  sequenceId: string;
  sequenceScope: string;
}

/** The counter of organizations that have set nothing; its row is locked by every numbering. */
const WHOLE = { scope: 'ORG', period: 'ALL' } as const;
/** Orders are counted apart: those that are never paid leave no gap among the invoices. */
const ORDERS = { scope: 'ORDER', period: 'ALL' } as const;

/**
 * The number of a document that becomes final in this transaction: by the setting INVOICE_SEQUENCE of its
 * group or of the organization, dated in the organization's zone, or else by the plain numbering. Last,
 * because every other invoice of the organization waits from here to the commit. Numbers have no gap, as the
 * counter goes back with the transaction.
 */
export async function takeInvoiceNumber(
  context: Context,
  invoice: Pick<StoredInvoice, 'accountId' | 'customerId' | 'groupId'>,
  dated: Dated,
): Promise<TakenNumber> {
  const { tx, org, now } = context;
  const { accountId, customerId } = invoice;
  const groupId = accountId === null ? invoice.groupId : await findGroupIdAt(tx, org, { accountId, at: now });
  const place = await placeDocument(context, { customerId, groupId }, dated);
  // Before any other counter: who numbers by scopes or periods sees what all the others have given.
  const isWhole = place.scope === WHOLE.scope && place.period === WHOLE.period;
  if (!isWhole) await lockCounter(tx, org, WHOLE);
  const value = await takeSequenceValue(tx, org, place);
  return { sequenceId: await skipGiven(context, place, value), sequenceScope: place.scope };
}

export async function takeOrderNumber({ tx, org }: Context, dated: Dated): Promise<TakenNumber> {
  const { scope } = ORDERS;
  const day = localDate(dated.invoiceDate, dated.timeZone);
  const place = placeNumber(PLAIN_NUMBERING, { day, customerId: null, groupId: null });
  const value = await takeSequenceValue(tx, org, ORDERS);
  return { sequenceId: `${ORDER_PREFIX}${numberText(place, value)}`, sequenceScope: scope };
}

async function placeDocument(
  { tx, org }: Context,
  document: Omit<NumberedDocument, 'day'>,
  { invoiceDate, timeZone }: Dated,
): Promise<NumberPlace> {
  const { groupId } = document;
  const group: SettingOwner[] = groupId === null ? [] : [{ entityType: 'INVOICE_GROUP', entityId: groupId }];
  const setting = await findSettingValue(tx, org, {
    namespace: 'PLATFORM',
    id: 'INVOICE_SEQUENCE',
    candidates: [...group, { entityType: 'ORGANIZATION', entityId: org.id }],
  });
  if (setting === null)
    return placeNumber(PLAIN_NUMBERING, { ...document, day: localDate(invoiceDate, timeZone) });
  const { timezone } = await getOrganization(tx, org);
  return placeNumber(readNumbering(setting), { ...document, day: localDate(invoiceDate, timezone) });
}

/**
 * A counter that begins, or goes on after a change of the setting, may come to numbers that another one has
 * given: they are left out, as none is given twice.
 */
async function skipGiven({ tx, org }: Context, place: NumberPlace, value: number): Promise<string> {
  const text = numberText(place, value);
  if (!(await isNumberGiven(tx, org, { text, scope: place.scope }))) return text;
  const free = await findFreeValue(tx, org, { ...place, value });
  await setSequenceValue(tx, org, { ...place, value: free });
  return numberText(place, free);
}
