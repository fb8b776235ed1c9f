import { queueMail } from '#areas/mails/index.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { asSandbox } from '../metering-scenario.ts';
import type { Service } from '../running-app.ts';

export const mailExamples: Record<string, (world: World) => ExampleRequest> = {
  resendMail: () => ({}),
  sendInvoice: (world) => ({
    body: { to: ['pay@acme.example'] },
    prepare: async () => {
      const { client, ids } = world;
      const { id } = await client.must.post('/invoices', {
        ...{ accountId: ids.account_id, status: 'DUE', lineItems: [{ description: 'Work', value: 1 }] },
        ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
      });
      await client.settle();
      ids.invoice_id = id;
    },
  }),
};

/** Two mails of an account; returns the id of a failed one. */
export async function keepMails(
  service: Service,
  { organization, accountId }: { organization: string; accountId: string },
): Promise<string> {
  await keepMail(service, organization, accountId);
  const id = await keepMail(service, organization, accountId);
  await asSandbox(
    service,
    (tx, org) =>
      tx
        .updateTable('mails')
        .set({ status: 'FAILED', nextAttemptAt: null, error: '550 no such user' })
        .where('orgId', '=', org.orgId)
        .where('id', '=', id)
        .execute(),
    organization,
  );
  return id;
}

/** A queued mail like that of an invoice; a world without a worker sends none. */
export async function keepMail(service: Service, organization: string, accountId: string): Promise<string> {
  const mail = {
    kind: 'INVOICE' as const,
    ...{ invoiceId: null, accountId, to: ['pay@acme.example'], cc: [], replyTo: null },
    ...{
      subject: 'Invoice 1',
      text: 'attached is it',
      html: '<p>attached is it</p>',
      alertId: null,
      fileId: null,
    },
    requestedBy: null,
  };
  return (await asSandbox(service, (tx, org) => queueMail(tx, org, mail), organization)).id;
}
