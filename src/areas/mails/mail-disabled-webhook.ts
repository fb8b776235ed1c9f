import { getOrganization } from '#areas/organizations/index.ts';
import { type DisabledWebhook, WEBHOOK_DISABLED } from '#areas/webhooks/index.ts';
import type { Org } from '#platform/http/operation.ts';
import { type MailWords, oneLine, writeMail } from '#platform/mail/write-mail.ts';
import { portHandler } from '#platform/ports.ts';
import { queueMail } from './queue-mail.ts';

/**
 * Queues a mail to the organization's own address for each disabled webhook. Without an address the mail is
 * FAILED, with that reason.
 */
export const mailDisabledWebhooks = portHandler(WEBHOOK_DISABLED, async (tx, org, disabled) => {
  const { primaryEmail, name, timezone } = await getOrganization(tx, org);
  const ids: string[] = [];
  for (const each of disabled) {
    const words = writeDisabled(each, { org, name, timeZone: timezone });
    const { id } = await queueMail(tx, org, {
      ...{ kind: 'WEBHOOK_DISABLED', recordId: each.webhookId },
      ...{ ...words, to: [primaryEmail], cc: [], replyTo: null },
      ...{ invoiceId: null, accountId: null, alertId: null, fileId: null, requestedBy: null },
    });
    ids.push(id);
  }
  return ids;
});

function writeDisabled(
  { webhookId, origin, reason, failingSince, at }: DisabledWebhook,
  { org, name, timeZone }: { org: Org; name: string; timeZone: string },
): MailWords {
  const isSandbox = org.environment === 'sandbox';
  const minute = (instant: Temporal.Instant) => {
    const local = instant.toZonedDateTimeISO(timeZone).toPlainDateTime();
    return `${local.toString({ smallestUnit: 'minute' })} (${timeZone})`;
  };
  return writeMail({
    subject: `${isSandbox ? '[Sandbox] ' : ''}Webhook disabled: ${webhookId} to ${origin}`,
    greeting: 'Hello,',
    sentences: [
      `a webhook of ${oneLine(name)} was disabled and receives no more events. ${WHY[reason]}`,
      'Pending events are kept. When its receiver works again, set the status of the webhook to ' +
        'ACTIVE; you can then replay events of the last 30 days.',
      ...(isSandbox ? ['This webhook belongs to the sandbox.'] : []),
    ],
    facts: [
      ['Webhook', webhookId],
      ['Receiver', origin],
      ['No delivery since', minute(failingSince)],
      ['Disabled', minute(at)],
    ],
    link: null,
    signature: '',
  });
}

const WHY = {
  GONE: 'Its receiver responded with 410, which means that it is permanently gone.',
  FAILING: 'No event could be delivered to it for five days.',
} as const;
