import { queueMail } from '#areas/mails/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { recipientProblem } from '#areas/portal/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { outsidePortal } from '#platform/db/outside-portal.ts';
import type { Context } from '#platform/http/operation.ts';
import type { MailWords } from '#platform/mail/write-mail.ts';
import type { AlertRow } from '../store/alerts.ts';
import { type ChannelRow, listChannels } from '../store/channels.ts';
import type { IncidentRow } from '../store/incidents.ts';
import { gatherIncidentNotice } from './gather-incident-notice.ts';
import { writeIncidentNotice } from './write-incident-notice.ts';

type Parts = Pick<Context, 'tx' | 'org' | 'now'>;

interface Moved {
  alert: AlertRow;
  hasBegun: boolean;
  /** Incidents that this transaction has opened or closed. */
  incidents: readonly IncidentRow[];
}

/**
 * Publishes incidents in the transaction that opened or closed them, so that each change is published exactly
 * once or has not happened: events, also to the webhooks that are channels of the alert, and one message
 * about all of them to each chat and each e-mail address.
 */
export async function notifyOfIncidents(parts: Parts, moved: Moved): Promise<void> {
  const { alert, incidents } = moved;
  if (incidents.length === 0) return;
  // A portal user who changes an alert cannot see its channels, which are notified anyway.
  await outsidePortal(parts.tx, async () => {
    const channels = (await listChannels(parts.tx, parts.org, [alert.id])).get(alert.id) ?? [];
    const hasWords = channels.some(({ type }) => type !== 'WEBHOOK');
    const words = hasWords ? writeIncidentNotice(await gatherIncidentNotice(parts, moved)) : null;
    publishEvents(parts, moved, { channels, chat: words?.chat ?? null });
    if (words) await mailIncidents(parts, { alert, channels, mail: words.mail });
  });
}

/** A chat receives one message about all incidents, with the event of the first. */
function publishEvents(
  { tx, org, now }: Parts,
  { hasBegun, incidents }: Moved,
  { channels, chat }: { channels: readonly ChannelRow[]; chat: string | null },
): void {
  const of = (type: ChannelRow['type'], text: string | null) =>
    channels.flatMap((channel) =>
      channel.type === type && channel.webhookId !== null ? [{ endpointId: channel.webhookId, text }] : [],
    );
  const [webhooks, chats] = [of('WEBHOOK', null), of('CHAT', chat)];
  for (const [index, { id }] of incidents.entries()) {
    const addressed = index === 0 ? [...webhooks, ...chats] : webhooks;
    const notice = { id, now, addressed };
    if (hasBegun) publishEvent(tx, org, { ...notice, type: 'incident.created' });
    else publishEvent(tx, org, { ...notice, type: 'incident.closed', previous: { status: 'ACTIVE' } });
  }
}

/** Each recipient has a separate mail, so that recipients do not see each other's addresses. */
async function mailIncidents(
  { tx, org }: Parts,
  notice: { alert: AlertRow; channels: readonly ChannelRow[]; mail: MailWords },
): Promise<void> {
  const { alert, channels, mail } = notice;
  const { id: alertId, accountId } = alert;
  const { primaryEmail: replyTo } = await getOrganization(tx, org);
  for (const { email: address } of channels) {
    if (address === null) continue;
    // The owner of an address may have changed since it was entered.
    const problem = await recipientProblem(tx, org, { address, accountId });
    await queueMail(tx, org, {
      kind: 'ALERT',
      ...{ ...mail, to: [address], cc: [], replyTo, accountId, alertId },
      ...{ invoiceId: null, fileId: null, requestedBy: null },
      withheld: problem && `not sent: ${address} ${problem}`,
    });
  }
}
