import { setAutoAdvance } from '../bill-run-scenario.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { makeJob } from '../job-rows.ts';
import type { Service } from '../running-app.ts';

export const jobExamples: Record<string, (world: World) => ExampleRequest> = {
  createBillRun: (world) => {
    const { account_id: ownerId, customer_id: customerId, price_plan_id: pricePlanId } = world.ids;
    const time = { startTime: 0, endTime: Date.parse('2031-01-01T00:00:00Z') };
    const invoiceIds = [world.ids.invoice_id];
    return {
      prepare: async () => {
        invoiceIds[0] = world.ids.invoice_id = await waitForBillRun(world);
      },
      body: { invoiceIds, filters: { ownerId, customerId, pricePlanId, ...time } },
      query: 'require_confirmation=true',
    };
  },
};

/** Leaves the draft of February waiting, from 1 March. */
export async function waitForBillRun({ client, ids }: World): Promise<string> {
  await setAutoAdvance(client, { entityType: 'ACCOUNT', entityId: ids.account_id ?? '' }, false);
  await client.setClock('2030-03-01T00:00:00Z');
  const { data } = await client.must.get('/invoices/bill_runs?status=DRAFT');
  return data[0].id;
}

/** Two jobs that wait for confirmation, with two entries each; other areas create jobs. */
export async function keepJobs(service: Service, organization: string): Promise<string> {
  await makeJob(service, { organization });
  return (await makeJob(service, { organization })).id;
}
