import { compare, wholeOf } from '../../../format/decimals.ts';
import { readDecimal, typedDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/wallets.json';
import type { Form } from '../../../ui/use-form.ts';
import type { AutoTopup } from './wallet-view.ts';

export const NET_OFF = 'WALLET_AUTO_NET_OFF';
export const TOPUP = 'WALLET_AUTO_TOPUP';

export type SettingsFields = {
  netOff: string;
  enabled: boolean;
  threshold: string;
  topupAmount: string;
  maxPerDay: string;
  maxPerMonth: string;
};

/** Absent: unchanged. Of `netOff`, null: as the organization has it. */
export interface SettingChanges {
  netOff?: 'true' | 'false' | null;
  /** The value of the setting. */
  topup?: string;
}

export function settingsForm(
  stored: { netOff: 'true' | 'false' | null; topup: AutoTopup },
  t: Translate<keyof typeof texts>,
): Form<SettingsFields, SettingChanges> {
  const { topup, netOff } = stored;
  const initial = {
    ...{ netOff: netOff ?? 'inherit', enabled: topup.enabled },
    ...{ threshold: typedDecimal(topup.threshold), topupAmount: typedDecimal(topup.topupAmount) },
    ...{ maxPerDay: topup.maxPerDay, maxPerMonth: topup.maxPerMonth },
  };
  return {
    initial,
    check: (fields) =>
      fields.enabled
        ? {
            ...(!isAmount(fields.threshold) && { threshold: t('amountInvalid') }),
            ...(!isAmount(fields.topupAmount) && { topupAmount: t('amountInvalid') }),
            ...(!isCount(fields.maxPerDay) && { maxPerDay: t('countInvalid') }),
            ...(!isCount(fields.maxPerMonth) && { maxPerMonth: t('countInvalid') }),
          }
        : {},
    read: (fields) => ({
      ...(fields.netOff !== initial.netOff && { netOff: netOffOf(fields.netOff) }),
      ...(isChanged(fields, initial) && { topup: topupOf(fields, stored.topup) }),
    }),
  };
}

function netOffOf(value: string): 'true' | 'false' | null {
  return value === 'true' || value === 'false' ? value : null;
}

const TERMS = ['enabled', 'threshold', 'topupAmount', 'maxPerDay', 'maxPerMonth'] as const;

function isChanged(fields: SettingsFields, initial: SettingsFields): boolean {
  return TERMS.some((name) => fields[name] !== initial[name]);
}

/** Switched off, it keeps the terms that it had. */
function topupOf(fields: SettingsFields, stored: AutoTopup): string {
  const amount = (name: 'threshold' | 'topupAmount') => readDecimal(fields[name]) ?? (stored[name] || '1');
  return JSON.stringify({
    ...{ enabled: fields.enabled, threshold: amount('threshold'), topupAmount: amount('topupAmount') },
    ...{ maxPerDay: wholeOf(fields.maxPerDay) ?? 1, maxPerMonth: wholeOf(fields.maxPerMonth) ?? 1 },
  });
}

function isAmount(text: string): boolean {
  const read = readDecimal(text);
  return read !== null && compare(read, '0') > 0;
}

function isCount(text: string): boolean {
  return (wholeOf(text.trim()) ?? 0) >= 1;
}
