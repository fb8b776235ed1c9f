import { review, reviewedDrafts } from '../draft-review-scenario.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { makeJob } from '../job-rows.ts';
import type { Client, Service } from '../running-app.ts';
import { waitForBillRun } from './jobs.ts';

/** The service of the worlds, whose worker the examples stand in for. */
let known: Service;

export const draftReviewExamples: Record<string, (world: World) => ExampleRequest> = {
  createDraftReview: ({ ids }) => ({
    body: {
      selection: {
        ...{ billDateFrom: '2030-01-01', billDateUntil: '2031-01-01', isPending: false },
        ...{ accountId: ids.account_id, customerId: ids.customer_id, pricePlanId: ids.price_plan_id },
      },
    },
  }),
  confirmJob: () => ({ body: { reviewVersion: 1 } }),
  decideReviewedDrafts: (world) => {
    const invoiceIds = [world.ids.invoice_id];
    return {
      prepare: async () => {
        const { client, ids } = world;
        invoiceIds[0] = await waitForBillRun(world);
        const { jobId } = await client.must.post('/invoices/bill_runs?require_confirmation=true');
        ids.review_id = (await review(known, client, { jobId })).id;
      },
      body: { invoiceIds, decision: 'HELD', reason: 'The customer disputes the usage of May.' },
    };
  },
  dismissFinding: () => ({ body: { comment: 'The contract begins with this version.' } }),
  restoreFinding: ({ client, ids }) => ({
    prepare: () =>
      client.must.put(`/ext/v1/invoices/${ids.invoice_id}/findings/${ids.finding_key}/dismissal`, {
        comment: 'by mistake',
      }),
  }),
  createInvoiceComment: () => ({ body: { comment: 'Asked the customer for the new address.' } }),
  retryBillRun: (world) => ({
    prepare: async () => {
      const { client, ids } = world;
      const invoiceIds = [await waitForBillRun(world)];
      const charge = (items: object[]) =>
        client.must.put(`/invoices/${invoiceIds[0]}/miscellaneous_charges`, { items });
      await charge([{ name: 'Broken', value: '{"/":[1,0]}' }]);
      ids.bill_run_id = (await client.must.post('/invoices/bill_runs', { invoiceIds })).jobId;
      await client.settle();
      await charge([]);
    },
  }),
};

export function keepComment({ client, ids }: World, comment: string): Promise<unknown> {
  return client.must.post(`/ext/v1/invoices/${ids.invoice_id}/comments`, { comment });
}

/**
 * Two bill runs that were rejected, the second after its review of two drafts; a finding about one of them,
 * and comments on it.
 */
export async function keepReview(
  service: Service,
  client: Client,
  given: { organization: string; accountId: string; invoices: { id: string }[] },
): Promise<Record<string, string>> {
  const { organization, accountId } = given;
  const invoiceId = given.invoices[0]?.id ?? '';
  known = service;
  const { id: manual } = await client.must.post('/invoices', {
    ...{ accountId, status: 'DRAFT', startDate: '2030-11-01T00:00:00Z', endDate: '2030-12-01T00:00:00Z' },
    lineItems: [{ description: 'Setup', value: 90 }],
  });
  const run = { organization, type: 'BILL_RUN', entityIds: [invoiceId, manual] } as const;
  await client.must.post(`/jobs/${(await makeJob(service, run)).id}/reject`);
  const job = await makeJob(service, run);
  const { id } = await review(service, client, { jobId: job.id });
  await client.must.post(`/jobs/${job.id}/reject`);
  const drafts = await reviewedDrafts(client, id);
  const { findings } = drafts.find((draft) => draft.invoiceId === invoiceId);
  for (const comment of ['Asked the customer.', 'The address is right.'])
    await client.must.post(`/ext/v1/invoices/${invoiceId}/comments`, { comment });
  return { bill_run_id: job.id, review_id: id, finding_key: findings[0].key };
}
