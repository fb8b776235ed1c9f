import { queueMail } from '#areas/mails/index.ts';
import { asSandbox } from './metering-scenario.ts';
import type { Service } from './running-app.ts';

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
