import { AMOUNTS_OF_CYCLES } from '#areas/usage/index.ts';
import { portHandler } from '#platform/ports.ts';
import { listCycleBills } from '../store/event-bills.ts';
import { readInvoice } from '../views/read-invoice.ts';

/** Returns to the usage area the invoices of cycles with their amounts, one after the other. */
export const amountsOfCycles = portHandler(AMOUNTS_OF_CYCLES, async (tx, org, cycles) => {
  const bills = await listCycleBills(tx, org, cycles);
  const found = [];
  for (const [i, { now }] of cycles.entries()) {
    const bill = bills.get(i);
    const row = bill && (await readInvoice(tx, org, { id: bill.id, now }));
    found.push(bill && row ? { ...bill, currency: row.currency, total: row.totalAmount } : null);
  }
  return found;
});
