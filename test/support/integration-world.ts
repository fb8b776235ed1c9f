import { queueMail } from '#areas/mails/index.ts';
import { importFile } from './import-scenario.ts';
import { asSandbox } from './metering-scenario.ts';
import type { Client, Service } from './running-app.ts';

interface Integrated {
  service: Service;
  organization: string;
  accountId: string;
  /** Runs if a page takes it for markup. */
  hostile: string;
}

/** Mails of an account, in each of their states; returns the id of a failed one whose texts are hostile. */
export async function makeMails({ service, organization, accountId, hostile }: Integrated): Promise<string> {
  const words = {
    text: `${hostile}\n\nSecond line`,
    html: `<p>${hostile}</p>`,
    subject: hostile.slice(0, 200),
  };
  const nobody = { invoiceId: null, alertId: null, fileId: null, requestedBy: null, replyTo: null };
  return asSandbox(
    service,
    async (tx, org) => {
      const of = { ...nobody, ...words, accountId, cc: ['copy@acme.example'] };
      const { id } = await queueMail(tx, org, { ...of, kind: 'INVOICE', to: ['pay@acme.example'] });
      await queueMail(tx, org, { ...of, kind: 'INVITATION', to: ['new@acme.example'], accountId: null });
      const at = Temporal.Instant.from('2030-02-02T10:00:00Z');
      await tx
        .updateTable('mails')
        .set({ status: 'FAILED', nextAttemptAt: null, attempts: 1, error: `550 no such user ${hostile}` })
        .where('orgId', '=', org.orgId)
        .where('id', '=', id)
        .execute();
      await tx
        .insertInto('mailAttempts')
        .values({
          ...{ orgId: org.orgId, mailId: id, number: 1, startedAt: at, durationMs: 1234, way: 'SMTP' },
          ...{ messageId: `${id}.1@tallymark.example`, accepted: [], refused: ['pay@acme.example'] },
          ...{ statusCode: 550, answer: `550 no such user ${hostile}`.slice(0, 400), error: null },
        })
        .execute();
      return id;
    },
    organization,
  );
}

/** A check with rejected rows, whose texts are hostile; returns its id. */
export async function makeImport(service: Service, client: Client, hostile: string): Promise<string> {
  const name = `"${hostile.replaceAll('"', '""')}"`;
  const content = `id,name,primaryEmail\nimported,Fine,a@b.example\nbad,${name},${name}\nempty,,\n`;
  return (await importFile(service, client, { type: 'CUSTOMERS', content, dryRun: true })).done.id;
}

/** A provider whose name is hostile, with a failed request; returns its id. */
export async function makeProvider({ must, settle }: Client, hostile: string): Promise<string> {
  const { id } = await must.post('/ext/v1/payment_providers', {
    ...{ kind: 'SIMULATED', name: hostile.slice(0, 50), behaviour: 'REFUSE', countries: ['DE', 'AT'] },
  });
  await must.post('/invoices', {
    ...{ accountId: 'hostile-account', status: 'DUE', applyCredits: false, applyWalletBalance: false },
    ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
    lineItems: [{ description: 'Work', value: 15 }],
  });
  await settle();
  return id;
}
