import type { OrganizationSetting } from '../../../api/generated/types.ts';
import { ApiProblem } from '../../../api/problem.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/organizationSettings.json';
import type { Form } from '../../../ui/use-form.ts';
import { areRowsRight } from './row-settings.ts';

export type Say = Translate<keyof typeof texts>;

/** By the id of the setting; empty: the default applies. */
export type SettingFields = Readonly<Record<string, string>>;

export interface SettingChange {
  id: string;
  value: string | null;
}

/** What belongs together, in the order of the page. */
const GROUPS = {
  invoices: [
    ...['NET_TERM_DAYS', 'INVOICE_MAIL', 'INVOICE_TEMPLATE_ID', 'INVOICE_ISSUE_ZERO'],
    ...['INVOICE_HIDE_ZERO_LINES', 'MISC_CHARGES', 'NEGATIVE_INVOICE_POLICY'],
  ],
  numbers: ['INVOICE_SEQUENCE', 'TAX_RATES', 'ROUNDING_MODE'],
  review: [
    'SETUP_CHECKLIST',
    'INVOICE_AUTO_ADVANCE',
    'BILL_RUN_REVIEW',
    'INVOICE_CHECKS',
    'INVOICE_REFRESH_MINUTES',
  ],
  money: [
    ...['PAYMENT_COLLECTION', 'WALLET_AUTO_NET_OFF', 'CREDIT_PERIOD_TEST'],
    'CREDITS_DEFAULT_SCOPE_EXCLUDES_GRANTS',
    'LEDGER_ACCOUNTS',
  ],
  usage: ['LATE_USAGE', 'PRORATE_CARD_MINIMUMS'],
  access: ['SECOND_FACTOR_REQUIRED', 'PORTAL_PASSWORD_URL', 'CORS_ALLOWED_ORIGINS'],
} as const;

export interface SettingGroup {
  name: keyof typeof GROUPS | 'other';
  settings: OrganizationSetting[];
}

/** A setting that only a newer service knows stands in the last group. */
export function groupSettings(settings: readonly OrganizationSetting[]): SettingGroup[] {
  const find = (id: string) => settings.filter((each) => each.id === id);
  const known = new Set<string>(Object.values(GROUPS).flat());
  const groups: SettingGroup[] = Object.entries(GROUPS).map(([name, ids]) => ({
    name: name as keyof typeof GROUPS,
    settings: ids.flatMap(find),
  }));
  groups.push({ name: 'other', settings: settings.filter(({ id }) => !known.has(id)) });
  return groups.filter((group) => group.settings.length > 0);
}

export function settingsForm(
  settings: readonly OrganizationSetting[],
  t: Say,
): Form<SettingFields, SettingChange[]> {
  const initial = Object.fromEntries(
    settings.map(({ id, source, value = '' }) => [id, source === 'ORGANIZATION' ? value : '']),
  );
  return {
    initial,
    check: (fields) =>
      Object.fromEntries(
        settings
          .filter(({ dataType }) => dataType === 'JSON')
          .flatMap(({ id }) => problemOf(id, fields[id] ?? '', t)),
      ),
    read: (fields) => changesIn(initial, fields),
  };
}

function changesIn(before: SettingFields, after: SettingFields): SettingChange[] {
  return Object.entries(after)
    .map(([id, typed]) => ({ id, typed: typed.trim() }))
    .filter(({ id, typed }) => typed !== before[id])
    .map(({ id, typed }) => ({ id, value: typed === '' ? null : typed }));
}

function problemOf(id: string, text: string, t: Say): [string, string][] {
  const areRight = areRowsRight(id, text, t);
  if (areRight === false) return [[id, t('rowsInvalid')]];
  return areRight === null && !isJson(text) ? [[id, t('invalidJson')]] : [];
}

function isJson(typed: string): boolean {
  if (typed.trim() === '') return true;
  try {
    JSON.parse(typed);
    return true;
  } catch {
    return false;
  }
}

/** The service names a setting by its place in the request: people know it by its name. */
export function nameSetting(
  error: unknown,
  { sent, nameOf, t }: { sent: readonly SettingChange[]; nameOf(id: string): string; t: Say },
): unknown {
  const [, place = '', rule = ''] =
    /^settings\[(\d+)\]\.\w+: (.+)$/s.exec(error instanceof Error ? error.message : '') ?? [];
  const setting = sent.find((_, index) => String(index) === place);
  if (!(error instanceof ApiProblem) || !setting) return error;
  return new ApiProblem(t('notSaved', { setting: nameOf(setting.id), rule }), error);
}
