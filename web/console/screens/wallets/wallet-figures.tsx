import { useQuery } from '@tanstack/react-query';
import { listWallets } from '../../../api/generated/balances.ts';
import type { Wallet } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Money } from '../../../ui/money.tsx';
import { Facts } from '../../../ui/page.tsx';

/** The free and the held money, and when the wallet fills itself. */
export function WalletFigures({ wallet }: { wallet: Wallet }) {
  const t = useMessages('wallets');
  const { data } = useQuery(one(listWallets, { account_id: wallet.accountId }));
  const [listed] = data?.data ?? [];
  const money = (amount: string | null | undefined) => <Money amount={amount} currency={wallet.creditUnit} />;
  const terms = listed?.autoTopup;
  return (
    <>
      <Figures
        figures={[
          { label: t('balance'), value: money(wallet.balance) },
          { label: t('held'), value: money(wallet.holdAmount), note: t('heldNote') },
          {
            label: t('threshold'),
            value: money(terms?.threshold ?? null),
            note: terms ? (
              <>
                {t('topsUp')} {money(terms.topupAmount)}
              </>
            ) : (
              t('noAutoTopup')
            ),
          },
        ]}
      />
      <Facts
        facts={[
          { label: t('account'), value: <RecordLink area="accounts" id={wallet.accountId} /> },
          { label: t('customer'), value: <RecordLink area="customers" id={wallet.customerId} /> },
          { label: t('effectiveFrom'), value: <Instant at={wallet.effectiveFrom} /> },
          {
            label: t('netOff'),
            value: wallet.metadata?.autoNetOff === false ? t('netOff.false') : t('netOff.true'),
          },
        ]}
      />
    </>
  );
}
