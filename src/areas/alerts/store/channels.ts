import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Channel } from '../schema.ts';

/** A webhook (including that of a chat) or an e-mail address. */
export type NewChannel = { webhookId: string; email: null } | { webhookId: null; email: string };

export type ChannelRow = NewChannel & Channel & { alertId: string };

/** The channels of alerts, in each alert's order. A portal sees none. */
export async function listChannels(
  tx: Tx,
  org: Org,
  alertIds: readonly string[],
): Promise<Map<string, ChannelRow[]>> {
  const { rows } = await sql<ChannelRow>`
    select c.alert_id, c.webhook_id, c.email,
      case when c.email is not null then 'EMAIL' when e.format = 'CHAT' then 'CHAT'
        else 'WEBHOOK' end as type,
      coalesce(c.email, case e.format when 'CHAT' then e.url else e.id end) as target
    from alert_channels c
    left join webhook_endpoints e on e.org_id = c.org_id and e.id = c.webhook_id
    where c.org_id = ${org.orgId} and c.alert_id = any(${[...alertIds]})
    order by c.alert_id, c.ordinal`.execute(tx);
  return Map.groupBy(rows, ({ alertId }) => alertId);
}

/** The caller has locked or created the alert. Returns whether the channels changed. */
export async function replaceChannels(
  tx: Tx,
  org: Org,
  { alertId, channels }: { alertId: string; channels: readonly NewChannel[] },
): Promise<boolean> {
  const known = (await listChannels(tx, org, [alertId])).get(alertId) ?? [];
  if (printed(known) === printed(channels)) return false;
  await sql`delete from alert_channels where org_id = ${org.orgId} and alert_id = ${alertId}`.execute(tx);
  await sql`
    insert into alert_channels (org_id, alert_id, ordinal, webhook_id, email)
    select ${org.orgId}, ${alertId}, ordinal, webhook_id, email
    from unnest(${channels.map(({ webhookId }) => webhookId)}::text[],
      ${channels.map(({ email }) => email)}::text[]) with ordinality as c (webhook_id, email, ordinal)
  `.execute(tx);
  return true;
}

function printed(channels: readonly NewChannel[]): string {
  return JSON.stringify(channels.map(({ webhookId, email }) => [webhookId, email]));
}
