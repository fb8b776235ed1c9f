import { charges } from './charges.ts';
import { numbering } from './numbering.ts';
import type { Say } from './organization-settings-form.ts';
import { origins } from './origins.ts';
import type { RowSetting } from './setting-json.ts';
import { taxRates } from './tax-rates.ts';

const ROW_SETTINGS = {
  TAX_RATES: taxRates,
  MISC_CHARGES: charges,
  CORS_ALLOWED_ORIGINS: origins,
  INVOICE_SEQUENCE: numbering,
} as const;

/** Whether the rows of a setting have something wrong; null for a setting without rows. */
export function areRowsRight(id: string, text: string, t: Say): boolean | null {
  if (!(id in ROW_SETTINGS)) return null;
  const setting = ROW_SETTINGS[id as keyof typeof ROW_SETTINGS] as RowSetting<Record<string, string>>;
  return text === '' || Object.keys(setting.errorsOf(setting.read(text), t)).length === 0;
}
