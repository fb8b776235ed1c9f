import { recipientProblem } from '#areas/portal/index.ts';
import { findWebhook, openChat, webhookNotFound } from '#areas/webhooks/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { readMailAddress } from '#platform/mail/mail-address.ts';
import { forbidden } from '#platform/problem.ts';
import { channelInvalid } from '../problems.ts';
import type { Channel } from '../schema.ts';
import type { NewChannel } from '../store/channels.ts';

interface Requested {
  channels: readonly Channel[] | undefined;
  /** The account of the alert; null: all accounts. */
  accountId: string | null;
}

/**
 * Resolves the channels of an alert; undefined if the request has none. Creates the webhook of a new chat
 * URL. Raises `channelInvalid`, `webhookNotFound`, `tooManyWebhooks`, and `forbidden` for a portal, because
 * only the organization chooses its channels.
 */
export async function readChannels(
  context: Pick<Context, 'tx' | 'org' | 'now' | 'actor' | 'deployment'>,
  { channels, accountId }: Requested,
): Promise<NewChannel[] | undefined> {
  if (channels === undefined) return undefined;
  if (context.actor.portal) throw forbidden({ why: 'a portal token cannot set the channels of an alert' });
  const read: NewChannel[] = [];
  for (const [index, channel] of channels.entries()) {
    const at = `channels[${index}].target`;
    const found = await readChannel(context, { ...channel, at, accountId });
    const isSame = ({ webhookId, email }: NewChannel) =>
      webhookId === found.webhookId && email === found.email;
    const first = read.findIndex(isSame);
    if (first >= 0) throw channelInvalid({ at, problem: `repeats the target of channels[${first}]` });
    read.push(found);
  }
  return read;
}

type Parts = Pick<Context, 'tx' | 'org' | 'now' | 'deployment'>;
type Placed = Channel & { at: string; accountId: string | null };

function readChannel(parts: Parts, channel: Placed): Promise<NewChannel> {
  switch (channel.type) {
    case 'WEBHOOK':
      return readWebhook(parts, channel);
    case 'EMAIL':
      return readAddress(parts, channel);
    case 'CHAT':
      return readChat(parts, channel);
    default:
      return channel.type satisfies never;
  }
}

async function readWebhook({ tx, org }: Parts, { at, target }: Placed): Promise<NewChannel> {
  if (/^https?:/i.test(target))
    throw channelInvalid({
      at,
      problem: 'must be the id of a webhook; create a webhook for this URL first and send its id',
    });
  const webhook = await findWebhook(tx, org, target);
  if (!webhook) throw webhookNotFound({ id: target });
  if (webhook.format === 'CHAT')
    throw channelInvalid({ at, problem: 'is a webhook of a chat; use the channel type CHAT with its URL' });
  return { webhookId: webhook.id, email: null };
}

async function readAddress({ tx, org }: Parts, { at, target, accountId }: Placed): Promise<NewChannel> {
  const address = readMailAddress(target);
  if (address === null)
    throw channelInvalid({ at, problem: 'must be an e-mail address such as alerts@example.com' });
  const problem = await recipientProblem(tx, org, { address, accountId });
  if (problem) throw channelInvalid({ at, problem });
  return { webhookId: null, email: address };
}

async function readChat(parts: Parts, { at, target }: Placed): Promise<NewChannel> {
  const problem = parts.deployment.outbound.urlProblem(target);
  if (problem) throw channelInvalid({ at, problem });
  return { webhookId: await openChat(parts, target), email: null };
}
