import type { createWebhook } from '../../../api/generated/webhooks.ts';
import type { InputOf } from '../../../api/operation.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type webhooks from '../../../messages/en/webhooks.json';
import type { Form } from '../../../ui/use-form.ts';

export type WebhookFields = { url: string; types: string; description: string };
type NewWebhook = InputOf<typeof createWebhook>['body'];

/** The types are names separated by commas or spaces; `*` stands for all. */
export function webhookForm(t: Translate<keyof typeof webhooks>): Form<WebhookFields, NewWebhook> {
  return {
    initial: { url: '', types: '*', description: '' },
    check: ({ url, types }) => ({
      ...(!/^https?:\/\/\S+$/.test(url.trim()) && { url: t('urlInvalid') }),
      ...(typesOf(types).length === 0 && { types: t('typesMissing') }),
    }),
    read: ({ url, types, description }) => ({
      url: url.trim(),
      types: typesOf(types),
      ...(description.trim() !== '' && { description: description.trim() }),
    }),
  };
}

export function typesOf(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))];
}
