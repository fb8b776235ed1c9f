import type { ListedWallet, Wallet } from '../../../api/generated/types.ts';
import { looksOf } from '../../../ui/look.ts';

export const walletState = looksOf<ListedWallet['state'], 'state'>(
  {
    LOW: { tone: 'bad' },
    EMPTY: { tone: 'neutral', shape: 'dashed' },
    FUNDED: { tone: 'good' },
  },
  'state',
);

export const walletStatus = looksOf<Wallet['status']>({
  ACTIVE: { tone: 'good' },
  INACTIVE: { tone: 'neutral', shape: 'struck' },
});

/** The automatic top-up as its setting stores it. */
export interface AutoTopup {
  enabled: boolean;
  threshold: string;
  topupAmount: string;
  maxPerDay: string;
  maxPerMonth: string;
}

const NONE: AutoTopup = {
  ...{ enabled: false, threshold: '', topupAmount: '' },
  ...{ maxPerDay: '3', maxPerMonth: '20' },
};

interface StoredSetting {
  id: string;
  namespace?: string | undefined;
  value: string;
}

export function autoTopupOf(settings: readonly StoredSetting[]): AutoTopup {
  const stored = settingOf(settings, 'WALLET_AUTO_TOPUP');
  if (stored === null) return NONE;
  const { enabled, threshold, topupAmount, maxPerDay, maxPerMonth } = JSON.parse(stored) as Record<
    keyof AutoTopup,
    unknown
  >;
  return {
    ...{ enabled: enabled === true, threshold: String(threshold), topupAmount: String(topupAmount) },
    ...{ maxPerDay: String(maxPerDay), maxPerMonth: String(maxPerMonth) },
  };
}

/** Whether the wallet of the account pays by itself; null: as the organization has it. */
export function netOffOf(settings: readonly StoredSetting[]): 'true' | 'false' | null {
  const value = settingOf(settings, 'WALLET_AUTO_NET_OFF');
  return value === 'true' || value === 'false' ? value : null;
}

function settingOf(settings: readonly StoredSetting[], id: string): string | null {
  const found = settings.find(
    ({ id: known, namespace }) => known === id && (namespace ?? 'PLATFORM') === 'PLATFORM',
  );
  return found?.value ?? null;
}
