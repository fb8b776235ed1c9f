import { editTimeline, openAccount, publishPlan, sellFee, sellUsage } from './billing-scenario.ts';
import type { Client, Reply, Service } from './running-app.ts';

/** HTTP helpers for scenarios with bill runs. */

/**
 * Whether drafts of an account, or of all accounts without a setting of their own, are issued automatically.
 */
export async function setAutoAdvance(
  client: Client,
  owner: { entityType: 'ORGANIZATION' | 'ACCOUNT'; entityId: string },
  isOn: boolean,
): Promise<void> {
  await client.must.post('/settings', {
    ...owner,
    ...{ id: 'INVOICE_AUTO_ADVANCE', namespace: 'PLATFORM', name: 'Auto advance', dataType: 'STRING' },
    value: String(isOn),
  });
}

/**
 * An organization whose drafts wait, on 1 January 2030. Its accounts pay 10 a month and 2 for each unit of
 * `calls`, from the 1st, with two days of grace.
 */
export async function openWaiting(service: Service, id: string, accounts: string[]): Promise<Client> {
  const { sandbox } = await service.createOrganization(id);
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await setAutoAdvance(sandbox, { entityType: 'ORGANIZATION', entityId: id }, false);
  const [fee, meter] = [await sellFee(sandbox, 'Fee'), await sellUsage(sandbox, 'calls')];
  const plan = await publishPlan(sandbox, {
    name: 'plan',
    graceDays: 2,
    cards: [
      { type: 'FIXED_FEE', billableId: fee, fee: { rate: 10 } },
      { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } },
    ],
  });
  for (const account of accounts) {
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [{ planId: plan, from: '2030-01-01' }]);
  }
  return sandbox;
}

/** `one 2030-02-03 DRAFT -`: account, invoice date, status and finalizing status of a listed invoice. */
export function candidateOf(invoice: Reply['body']): string {
  const { ownerId, invoiceDate, status, finalizingStatus = '-' } = invoice;
  return `${ownerId} ${invoiceDate.slice(0, 10)} ${status} ${finalizingStatus}`;
}

export async function listCandidates(client: Client, query = ''): Promise<string[]> {
  return (await client.must.get(`/invoices/bill_runs?${query}`)).data.map(candidateOf);
}

/** The entries of a job as `account status error`; deleted invoices appear by id. */
export async function entriesOf(client: Client, jobId: string): Promise<string[]> {
  const { data } = await client.must.get(`/jobs/${jobId}/entries?pageSize=100`);
  const lines = data.map(async ({ entityId, status, metadata }: Reply['body']) => {
    const { body } = await client.get(`/invoices/${entityId}`);
    return [body.ownerId ?? entityId, status, metadata?.error].filter(Boolean).join(' ');
  });
  return (await Promise.all<string>(lines)).sort();
}
