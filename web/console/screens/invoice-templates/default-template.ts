import { useSuspenseQuery } from '@tanstack/react-query';
import { getOrganizationSettings } from '../../../api/generated/settings.ts';
import { one } from '../../../api/queries.ts';

const ID = 'INVOICE_TEMPLATE_ID';

/** The id of the template of accounts and groups that have none of their own; null: the built-in one. */
export function useDefaultTemplate(): string | null {
  const { data } = useSuspenseQuery(one(getOrganizationSettings, {}));
  const setting = data.data.find(({ id }) => id === ID);
  return setting?.source === 'ORGANIZATION' ? (setting.value ?? null) : null;
}

/** What makes a template the default, or with null the built-in one. */
export function defaultChange(templateId: string | null) {
  return { body: { settings: [{ id: ID, value: templateId }] } };
}
