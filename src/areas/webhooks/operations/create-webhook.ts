import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { makeSecret } from '#platform/outbound/signing-secrets.ts';
import { checkWebhook } from '../check-webhook.ts';
import { describeWebhook } from '../describe.ts';
import { tooManyWebhooks, typeNotPublished, typeUnknown, urlRefused } from '../problems.ts';
import { CreateWebhookRequest, WebhookWithSecret } from '../schema.ts';
import { countEndpoints, insertEndpoint } from '../store/endpoints.ts';

/** Each event is matched with all of them. */
const MAX_WEBHOOKS = 50;

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  route: '/ext/v1/webhooks',
  scope: 'webhooks:write',
  summary: 'Create a webhook: an address that events are sent to',
  description:
    'The answer holds the secret that signs, which cannot be shown again. Events of the catalogue that ' +
    'nothing publishes yet, such as those of wallets, are refused.',
  request: { body: CreateWebhookRequest },
  response: { status: 201, body: WebhookWithSecret },
  problems: [urlRefused, typeUnknown, typeNotPublished, tooManyWebhooks],
  answersSecret: true,
  async handle({ tx, org, now, deployment }, { body }) {
    checkWebhook(deployment, body);
    if ((await countEndpoints(tx, org)) >= MAX_WEBHOOKS) throw tooManyWebhooks({ most: MAX_WEBHOOKS });
    const id = newId('whep', now);
    const { secret, stored } = makeSecret(deployment, { orgId: org.orgId, id });
    const { url, types, description = null, status = 'ACTIVE' } = body;
    const row = await insertEndpoint(tx, {
      ...{ orgId: org.orgId, id, url, types, description, status, secrets: [stored] },
      disabledReason: status === 'DISABLED' ? 'CALLER' : null,
      ...{ failingSince: null, createdAt: now, updatedAt: now },
    });
    return { ...describeWebhook(row), secret };
  },
});
