import { createOrganization } from '#areas/api-keys/index.ts';
import { setAutoAdvance } from '#test/bill-run-scenario.ts';
import { editTimeline, openAccount, publishPlan, sellFee, sellUsage, use } from '#test/billing-scenario.ts';
import { formGroup } from '#test/group-scenario.ts';
import { client, startApp } from '#test/running-app.ts';
import { KEYS } from './tallymark-process.ts';

/** Enough to be taken by several lanes at once. */
const ACCOUNTS = 9;

/**
 * An instant before the end of January: nine accounts whose drafts are issued by themselves and nine whose
 * drafts wait for a bill run. Each has a fee, usage, a credit and money in its wallet; the credit of one pays
 * all of its bill, and two of each kind are in a group that bills once a day.
 */
export async function makeBilledWorld(databaseUrl: string): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  const app = await startApp(stops, databaseUrl);
  try {
    const known = { apiKey: KEYS.BOOTSTRAP_API_KEY, sandboxApiKey: KEYS.BOOTSTRAP_SANDBOX_API_KEY };
    await app.database.transaction({ orgId: null, access: 'write', isDirectory: true }, (tx) =>
      createOrganization(tx, { organization: 'default', ...known }),
    );
    await fill(client(app, '/sandbox', known.sandboxApiKey));
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function fill(sandbox: ReturnType<typeof client>): Promise<void> {
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const [fee, meter] = [await sellFee(sandbox, 'Fee'), await sellUsage(sandbox, 'calls')];
  const planId = await publishPlan(sandbox, {
    name: 'Standard',
    cards: [
      { type: 'FIXED_FEE', billableId: fee, fee: { rate: 9.99 } },
      { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 0.335 }] } },
    ],
  });
  const places = Array.from({ length: ACCOUNTS }, (_, place) => place + 1);
  const [own, waiting] = [places.map((place) => `own-${place}`), places.map((place) => `waiting-${place}`)];
  for (const [index, id] of [...own, ...waiting].entries()) {
    await openAccount(sandbox, id);
    if (waiting.includes(id)) await setAutoAdvance(sandbox, { entityType: 'ACCOUNT', entityId: id }, false);
    await editTimeline(sandbox, id, [{ planId, from: '2030-01-01' }]);
    // The first of each kind has more than its bill comes to.
    const creditAmount = id.endsWith('-1') ? 500 : 5.05;
    const terms = { purpose: 'welcome', priority: 1, effectiveFrom: '2030-01-01', creditAmount };
    await sandbox.must.post('/credits', { creditRequests: [{ accountId: id, ...terms }] });
    await sandbox.must.post(`/accounts/${id}/wallet_topup`, { topupAmount: 3 + (index % 4) * 10 });
    await use(sandbox, { meter, account: id, at: '2030-01-01T00:00:00Z', amount: String(3 + index * 7) });
  }
  await formGroup(sandbox, { accounts: ['own-8', 'own-9', 'waiting-8', 'waiting-9'] });
  await sandbox.setClock('2030-01-31T23:59:59Z');
}
