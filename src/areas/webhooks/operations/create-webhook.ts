import { operation } from '#platform/http/operation.ts';
import { addWebhook } from '../add-webhook.ts';
import { describeWebhook } from '../describe.ts';
import { tooManyWebhooks, typeNotPublished, typeUnknown, urlRefused } from '../problems.ts';
import { CreateWebhookRequest, WebhookWithSecret } from '../schema.ts';

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
  async handle(context, { body: { url, types, description = null, status = 'ACTIVE' } }) {
    const terms = { url, types, description, status, format: 'EVENT' } as const;
    const { row, secret } = await addWebhook(context, terms);
    return { ...describeWebhook(row), secret };
  },
});
