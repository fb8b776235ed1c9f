import type { Translate } from '../../../messages/catalogs.ts';
import type finalizationHooks from '../../../messages/en/finalizationHooks.json';
import type { Form } from '../../../ui/use-form.ts';

export type HookFields = { url: string };

export function hookForm(
  url: string,
  t: Translate<keyof typeof finalizationHooks>,
): Form<HookFields, { url: string }> {
  return {
    initial: { url },
    check: (fields) => (/^https?:\/\/\S+$/.test(fields.url.trim()) ? {} : { url: t('urlInvalid') }),
    read: (fields) => ({ url: fields.url.trim() }),
  };
}
