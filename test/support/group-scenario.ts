import { editTimeline, openAccount, publishPlan, sellFee } from './billing-scenario.ts';
import type { Client, Reply } from './running-app.ts';

/** Helpers for scenarios with invoice groups, in addition to those of billing. */

export interface GroupTerms {
  accounts: string[];
  name?: string;
  isDaily?: boolean;
  netTermDays?: number;
  graceDays?: number;
}

/** Creates a group of existing accounts; returns its id. */
export async function formGroup(client: Client, terms: GroupTerms): Promise<string> {
  const { accounts, name = 'Holding', isDaily = true, netTermDays, graceDays } = terms;
  const { id } = await client.must.post('/invoice_groups', {
    name,
    email: 'bills@holding.example',
    dailyInvoiceConsolidation: isDaily,
    accountIds: accounts,
    address: { line1: '9 Group Street', city: 'Oslo', country: 'NO' },
    ...(netTermDays !== undefined && { netTermDays }),
    ...(graceDays !== undefined && { gracePeriod: graceDays }),
  });
  return id;
}

/** An account with a monthly fee in arrears. */
export async function openPayer(
  client: Client,
  id: string,
  terms: { rate?: number; graceDays?: number; from?: string; until?: string; isInAdvance?: boolean } = {},
): Promise<void> {
  const { rate = 10, graceDays = 0, from = '2030-01-01', until, isInAdvance = false } = terms;
  const fee = await sellFee(client, `Fee of ${id}`);
  const timing = isInAdvance ? ('IN_ADVANCE' as const) : ('IN_ARREARS' as const);
  const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, timing, fee: { rate } }];
  const planId = await publishPlan(client, { name: `Plan of ${id}`, graceDays, cards });
  await openAccount(client, id);
  await editTimeline(client, id, [{ planId, from, ...(until && { until }) }]);
}

/** The complete invoices of a group, earliest day first. */
export async function listComposites(client: Client, groupId: string): Promise<Reply['body'][]> {
  const { data } = await client.must.get(`/invoices?owner_id=${groupId}`);
  const whole = await Promise.all(data.map(({ id }: { id: string }) => client.must.get(`/invoices/${id}`)));
  return whole.sort((a, b) => (a.startDate < b.startDate ? -1 : Number(a.startDate > b.startDate)));
}

/** `2030-02-01 DUE 42.5`: the day of a composite. */
export function dayOf({ invoiceDate, status, totalAmount }: Reply['body']): string {
  return `${invoiceDate.slice(0, 10)} ${status} ${totalAmount}`;
}

/** `acme 12.5` for each total of a composite: its account and amount. */
export function membersOf({ revenueInfo }: Reply['body']): string[] {
  return revenueInfo.lineItems.map(
    ({ metadata, value }: { metadata?: { accountId: string }; value: number }) =>
      `${metadata?.accountId ?? 'group'} ${value}`,
  );
}
