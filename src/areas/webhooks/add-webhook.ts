import type { Context } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { makeSecret } from '#platform/outbound/signing-secrets.ts';
import { checkWebhook } from './check-webhook.ts';
import { tooManyWebhooks } from './problems.ts';
import { countEndpoints, type EndpointRow, findChat, insertEndpoint } from './store/endpoints.ts';

/** Every event is matched against all webhooks of the organization. */
const MAX_WEBHOOKS = 50;

type Parts = Pick<Context, 'tx' | 'org' | 'now' | 'deployment'>;
type Terms = Pick<EndpointRow, 'url' | 'types' | 'description' | 'status' | 'format'>;

/** Stores a webhook with its own secret. Raises the problems of `checkWebhook`, and `tooManyWebhooks`. */
export async function addWebhook(
  { tx, org, now, deployment }: Parts,
  terms: Terms,
): Promise<{ row: EndpointRow; secret: string }> {
  checkWebhook(deployment, terms);
  if ((await countEndpoints(tx, org)) >= MAX_WEBHOOKS) throw tooManyWebhooks({ max: MAX_WEBHOOKS });
  const id = newId('whep', now);
  const { secret, stored } = makeSecret(deployment, { orgId: org.orgId, id });
  const disabledReason = terms.status === 'DISABLED' ? 'CALLER' : null;
  const row = await insertEndpoint(tx, {
    ...{ ...terms, orgId: org.orgId, id, secrets: [stored], disabledReason, now },
  });
  return { row, secret };
}

/** The webhook of a chat URL, created the first time an alert names the URL. Returns its id. */
export async function openChat(parts: Parts, url: string): Promise<string> {
  const known = await findChat(parts.tx, parts.org, url);
  if (known) return known.id;
  const terms = { url, types: [], description: null, status: 'ACTIVE', format: 'CHAT' } as const;
  return (await addWebhook(parts, { ...terms, types: [] })).row.id;
}
