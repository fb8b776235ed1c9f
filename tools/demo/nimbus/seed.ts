import type { Api } from '../api.ts';
import { ACCOUNTS, CUSTOMERS } from './accounts.ts';
import { type Calendar, calendarOf } from './calendar.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import {
  endOf,
  factorOf,
  fillWallet,
  grantCredits,
  hourlyEvents,
  lateEvents,
  typoEvents,
  unpricedEvents,
} from './stories.ts';
import { type DemoEvent, daysOf, eventsOf } from './usage.ts';

const BATCH = 1000;
/** Batches that are on their way at the same time. */
const SENDERS = 4;
/** Dune has not paid its invoice for October. */
const UNPAID = 'dune-maps';

export interface Seeded {
  events: number;
  accounts: number;
  calendar: Calendar;
}

/**
 * Fills an empty sandbox with Nimbus AI: customers, accounts, prices, 90 days of events, two closed months
 * with their payments, and the stories of the guide. `organization` is the id of the sandbox's organization.
 */
export async function seedNimbus(
  { call }: Api,
  { organization, today }: { organization: string; today: Temporal.PlainDate },
): Promise<Seeded> {
  const calendar = calendarOf(today);
  const setClock = (now: Temporal.Instant) => call('PUT', '/ext/v1/clock', { now: now.toString() });
  const { at } = calendar;
  await setClock(calendar.start);
  await describeSeller(call);
  const catalog = await createCatalog(call);
  await createAccounts(call, catalog, calendar);
  let events = 0;
  const send = async (all: DemoEvent[]) => {
    await sendAll(call, all);
    events += all.length;
  };
  await setClock(at(10, 1));
  await send(monthOf(calendar, 9));
  await setClock(at(11, 1));
  await grantCredits(call, calendar);
  await send(monthOf(calendar, 10));
  await setClock(at(11, 2, 12));
  await send(lateEvents(calendar));
  await setClock(at(11, 10));
  await payInvoices(call);
  await fillWallet(call);
  await holdDrafts(call, organization);
  await setClock(calendar.now);
  await send(monthOf(calendar, 11));
  await send([...hourlyEvents(calendar), ...typoEvents(calendar), ...unpricedEvents(calendar)]);
  await simulateNextPro(call, catalog);
  await markAsDemo(call, organization);
  return { events, accounts: ACCOUNTS.length, calendar };
}

async function describeSeller(call: Api['call']): Promise<void> {
  await call('PATCH', '/ext/v1/organization', {
    ...{ name: 'Nimbus AI GmbH', primaryEmail: 'billing@nimbus.example' },
    address: { line1: 'Chausseestraße 1', postalCode: '10115', city: 'Berlin', country: 'DE' },
  });
}

async function createAccounts(call: Api['call'], { plans }: Catalog, { day }: Calendar): Promise<void> {
  for (const customer of CUSTOMERS) {
    const [first, ...others] = ACCOUNTS.filter(({ customerId }) => customerId === customer.id).map(
      ({ id, name, aliases }) => ({ id, name, aliases, address: customer.address, netTermDays: 14 }),
    );
    const primaryEmail = `billing@${customer.id}.example`;
    await call('POST', '/customers', { ...customer, primaryEmail, account: first });
    for (const other of others) await call('POST', '/accounts', { ...other, customerId: customer.id });
  }
  for (const { id, plan } of ACCOUNTS) {
    const dates = { effectiveFrom: day(9, 1), effectiveUntil: '9999-01-01' };
    await call('POST', `/v2/accounts/${id}/edit_schedules`, {
      edits: [{ mode: 'ASSOCIATE', ...dates, associationConfig: { pricePlanId: plans[plan] } }],
    });
    await call('POST', `/v2/accounts/${id}/finalize_schedules`, {});
  }
}

/** The ordinary traffic of a month, up to the moment of the demo. */
function monthOf({ now, day }: Calendar, month: number): DemoEvent[] {
  const first = Temporal.PlainDate.from(day(month, 1));
  const last = first.with({ day: first.daysInMonth });
  return [...daysOf(first, last)].flatMap((date) =>
    ACCOUNTS.flatMap((account) => {
      return eventsOf(account, date, { factor: factorOf(account, date), until: endOf(account, now) });
    }),
  );
}

async function sendAll(call: Api['call'], events: readonly DemoEvent[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(events.length / BATCH) }, (_, index) =>
    events.slice(index * BATCH, (index + 1) * BATCH),
  );
  const sender = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift())
      await call('POST', '/ingestBatch', { events: batch });
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
}

/** Pays what is due, but not the last invoice of one account. */
async function payInvoices(call: Api['call']): Promise<void> {
  for (const { id: accountId } of ACCOUNTS) {
    const path = `/invoices?owner_id=${accountId}&status=DUE&pageSize=50`;
    const { data: newestFirst } = await call<{ data: { id: string; totalAmount: string }[] }>('GET', path);
    for (const { id, totalAmount } of newestFirst.slice(accountId === UNPAID ? 1 : 0)) {
      const amount = JSON.rawJSON(totalAmount);
      const transactionNumber = `NB-${id.slice(-6)}`;
      await call('POST', '/payments', {
        ...{ accountId, totalAmount: amount, currency: 'USD' },
        externalPaymentReference: { sourceName: 'Bank', sourceType: 'BANK_TRANSFER', transactionNumber },
        lineItemRecords: [{ type: 'INVOICE', platformId: id, amount, order: 1 }],
      });
    }
  }
}

/** What October would have cost at the prices of the draft. */
async function simulateNextPro(call: Api['call'], { plans }: Catalog): Promise<void> {
  await call('POST', '/ext/v1/simulations', {
    ...{ name: 'Pro from January', scenarios: [{ pricePlanId: plans.Pro }] },
    cohort: { pricePlanId: plans.Pro },
  });
}

/** Tells the console that this sandbox is the demo. */
async function markAsDemo(call: Api['call'], organization: string): Promise<void> {
  await call('POST', '/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: organization, id: 'DEMO' },
    ...{ namespace: 'USER', name: 'Demo', dataType: 'STRING', value: 'nimbus-ai' },
  });
}

/** November waits for a bill run. */
async function holdDrafts(call: Api['call'], organization: string): Promise<void> {
  await call('POST', '/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: organization, id: 'INVOICE_AUTO_ADVANCE' },
    ...{ namespace: 'PLATFORM', name: 'Auto advance', dataType: 'STRING', value: 'false' },
  });
}
