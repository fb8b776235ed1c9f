import { type InvoiceGroupRow, lockGroupOfAccount } from '#areas/invoice-groups/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { passHold } from '#areas/wallets/index.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { publishStatus } from '../events/publish-invoice.ts';
import { findOpenComposite, insertComposite, setMerged } from '../store/composites.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { type ComputedColumns, finalizeInvoice } from '../store/lifecycle.ts';
import { composeComposite } from './compute-composite.ts';
import { planCompositeClosing, planCompositeRefresh } from './planned-work.ts';
import { isMerged } from './rules.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/**
 * Finalizes an invoice that falls due `now` as a part of the composite of its account's group, whatever its
 * amount. Returns false if the invoice is issued on its own. Locks the group until the commit: of two
 * members that fall due together, the second finds the draft that the first opened, and an account that
 * leaves concurrently does so before or after.
 */
export async function mergeIntoComposite(
  context: Context,
  invoice: InvoiceRow,
  computed: ComputedColumns,
): Promise<boolean> {
  const { tx, org, now } = context;
  const { id, accountId, invoiceType } = invoice;
  const group = await lockGroupOfAccount(tx, org, { accountId, at: now });
  if (!group || !isMerged(invoiceType, group)) return false;
  const compositeId = await openComposite(context, group);
  // step: a composite is open
  const set = { status: 'DUE', invoiceDate: now, dueDate: null, sequenceId: null } as const;
  await finalizeInvoice(tx, org, { invoice, now, computed, set });
  await setMerged(tx, org, { id, compositeId, now });
  // step: a member is merged
  // Customers pay the composite, not its members, so the hold of this invoice passes to the composite.
  await passHold(context, { accountId, from: id, to: compositeId, total: computed.totalAmount });
  await planCompositeRefresh(context, compositeId);
  return true;
}

/** Finds or opens the group's draft for the local day of the organization that contains `now`. */
async function openComposite(context: Context, group: InvoiceGroupRow): Promise<string> {
  const { tx, org, now } = context;
  const { timezone: timeZone } = await getOrganization(tx, org);
  const day = localDate(now, timeZone);
  const found = await findOpenComposite(tx, org, { groupId: group.id, day });
  if (found !== null) return found;
  const [startAt, nextDay] = [startOfDay(day, timeZone), day.add({ days: 1 })];
  const endAt = startOfDay(nextDay, timeZone);
  const draft = { group, day: { cycleStart: day, timeZone }, members: [], charges: [] };
  const id = newId('inv', now);
  const row = {
    orgId: org.orgId,
    id,
    groupId: group.id,
    invoiceClass: 'INVOICE',
    invoiceType: 'COMPOSITE',
    status: 'DRAFT',
    cycleStart: day,
    cycleEnd: nextDay,
    startAt,
    endAt,
    invoiceDate: startAt,
    generatedAt: now,
    createdAt: now,
    updatedAt: now,
  } as const;
  await insertComposite(tx, row, (await composeComposite(tx, org, draft)).columns);
  publishStatus(tx, org, { id, status: 'DRAFT', now });
  await planCompositeClosing(context, { invoiceId: id, dueAt: endAt });
  return id;
}
