import { type Static, Type } from 'typebox';
import { MAX_AMOUNT } from '#core/money.ts';
import { Closed, DateTime, Enum, ExactNumber, PageOf, Text } from '#platform/http/schemas.ts';

const WALLET_STATUSES = ['ACTIVE', 'INACTIVE'] as const;
export type WalletStatus = (typeof WALLET_STATUSES)[number];
const ENTRY_TYPES = ['CREDITED', 'DEBITED'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];
const ENTRY_STATUSES = ['COMPLETED', 'ON_HOLD'] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

export const Wallet = Closed(
  {
    id: Type.String(),
    accountId: Type.String(),
    customerId: Type.String(),
    balance: ExactNumber({ description: 'Credits less debits and holds' }),
    creditUnit: Type.String({ description: 'The currency of the account' }),
    status: Enum(WALLET_STATUSES, {
      description: 'INACTIVE: the wallet keeps its balance, without credits or debits',
    }),
    holdAmount: ExactNumber({ description: 'Held for drafts' }),
    effectiveFrom: DateTime({ description: 'Until then money can be credited but not debited' }),
    createdAt: DateTime(),
    updatedAt: DateTime(),
    metadata: Type.Optional(
      Closed({
        autoNetOff: Type.Boolean({
          description:
            'Whether it automatically pays invoices that fall due: the setting WALLET_AUTO_NET_OFF',
        }),
      }),
    ),
  },
  { component: 'Wallet' },
);

export const TopupWalletRequest = Closed(
  {
    topupAmount: ExactNumber({
      exclusiveMinimum: '0',
      maximum: MAX_AMOUNT,
      description: 'With at most the digits of the currency of the account',
    }),
  },
  { component: 'TopupWalletRequest' },
);

export const UpdateWalletRequest = Closed(
  {
    effectiveFrom: Type.Optional(DateTime()),
    status: Type.Optional(Enum(WALLET_STATUSES)),
  },
  { component: 'UpdateWalletRequest' },
);
export type UpdateWalletRequest = Static<typeof UpdateWalletRequest>;

const WalletEntry = Closed(
  {
    id: Text(0, 50),
    description: Type.Optional(Text(0, 50)),
    walletId: Type.String(),
    transactionType: Enum(ENTRY_TYPES),
    status: Enum(ENTRY_STATUSES, { description: 'ON_HOLD: held for a draft, and follows its total' }),
    entityId: Type.Optional(Type.String({ description: 'The entity that it was for' })),
    amount: ExactNumber({ description: 'Never negative' }),
    createdAt: DateTime(),
    closingBalance: ExactNumber({ description: 'The balance after it' }),
  },
  { component: 'WalletEntry' },
);
export const WalletEntryPage = PageOf(WalletEntry);

export const WalletParams = Type.Object({ account_id: Text(1, 50) });
