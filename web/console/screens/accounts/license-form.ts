import { exact } from '../../../api/decimal.ts';
import type { createLicenseUpdate } from '../../../api/generated/licenses.ts';
import type { InputOf } from '../../../api/operation.ts';
import { startOfDayMs } from '../../../format/time.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/entitlements.json';
import type { Form } from '../../../ui/use-form.ts';

export const UPDATE_TYPES = ['RELATIVE', 'ABSOLUTE'] as const;

export type LicenseFields = { licenseId: string; updateType: string; quantity: string; from: string };

export function licenseForm(
  accountId: string,
  { t, zone }: { t: Translate<keyof typeof texts>; zone: string },
): Form<LicenseFields, InputOf<typeof createLicenseUpdate>['body']> {
  return {
    initial: { licenseId: '', updateType: 'RELATIVE', quantity: '', from: '' },
    check: ({ licenseId, quantity }) => ({
      ...(licenseId === '' && { licenseId: t('licenseNeeded') }),
      ...(readDecimal(quantity) === null && { quantity: t('numberNeeded') }),
    }),
    read: ({ licenseId, updateType, quantity, from }) => ({
      ...{ accountId, licenseId, updateType: updateType === 'ABSOLUTE' ? 'ABSOLUTE' : 'RELATIVE' },
      quantity: exact(readDecimal(quantity) ?? '0'),
      ...(from !== '' && { effectiveFrom: new Date(startOfDayMs(from, zone)).toISOString() }),
    }),
  };
}
