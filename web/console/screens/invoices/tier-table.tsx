import type { ExplainedLine, ExplainedSlab } from '../../../api/generated/types.ts';
import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { classes } from '../../../ui/classes.ts';
import { Money, Price, Quantity } from '../../../ui/money.tsx';
import { UnitPrice } from '../../../ui/unit-price.tsx';
import { type ShownTier, tiersOf } from './explanation-view.ts';

interface TierTableProps {
  line: ExplainedLine;
  /** The tier that is explained. */
  chosen?: ExplainedSlab | undefined;
  currency: string;
}

/** Which quantity fell into which tier, at which price. */
export function TierTable({ line, chosen, currency }: TierTableProps) {
  const t = useMessages('invoices');
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr className="text-caption text-muted">
            <th scope="col" className="h-8 border-b border-line-strong pe-3 text-start font-medium">
              {t('tier')}
            </th>
            <th
              scope="col"
              className="hidden h-8 border-b border-line-strong px-3 text-end font-medium sm:table-cell"
            >
              {t('quantity')}
            </th>
            <th scope="col" className="h-8 border-b border-line-strong px-2 text-end font-medium sm:px-3">
              {t('price')}
            </th>
            <th scope="col" className="h-8 border-b border-line-strong text-end font-medium">
              {t('amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {tiersOf(line).map((tier) => (
            <TierRow
              key={tier.tier.order}
              shown={tier}
              isChosen={tier.tier.order === chosen?.order}
              currency={currency}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TierRowProps {
  shown: ShownTier;
  isChosen: boolean;
  currency: string;
}

function TierRow({ shown: { tier, share, isReached }, isChosen, currency }: TierRowProps) {
  const t = useMessages('invoices');
  const range =
    tier.to === null ? t('tierFrom', { from: formatQuantity(tier.from) }) : rangeOf(tier.from, tier.to);
  return (
    <tr
      aria-current={isChosen || undefined}
      className={classes(!isReached && 'text-faint', isChosen && 'bg-selected font-medium')}
    >
      <th scope="row" className="h-11 border-b border-line pe-2 text-start font-normal sm:pe-3">
        <span className="whitespace-nowrap">{range}</span>
        <span className="block text-muted sm:hidden">
          <Quantity quantity={tier.quantity} />
        </span>
        <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="mt-1 h-1 w-24 sm:w-32">
          <rect width="100" height="4" rx="2" className="fill-hover" />
          <rect width={share * 100} height="4" rx="2" className="fill-accent" />
        </svg>
      </th>
      <td className="hidden border-b border-line px-3 text-end sm:table-cell">
        <Quantity quantity={tier.quantity} />
      </td>
      <td className="border-b border-line px-2 text-end sm:px-3">
        <TierPrice tier={tier} currency={currency} />
      </td>
      <td className="border-b border-line text-end">
        <Money amount={tier.amount} currency={currency} />
      </td>
    </tr>
  );
}

function rangeOf(from: string, to: string): string {
  return `${formatQuantity(from)} – ${formatQuantity(to)}`;
}

function TierPrice({ tier, currency }: { tier: ShownTier['tier']; currency: string }) {
  const t = useMessages('invoices');
  switch (tier.priceType) {
    case 'FLAT':
      return (
        <>
          <Price price={tier.rate} currency={currency} /> <span className="text-muted">{t('flat')}</span>
        </>
      );
    case 'PACKAGE':
      return <Price price={tier.rate} currency={currency} unit={formatQuantity(tier.packageSize ?? '1')} />;
    case 'PERCENTAGE':
      return <Quantity quantity={tier.rate} unit="%" />;
    case 'PER_UNIT':
    case 'DYNAMIC':
      return <UnitPrice price={tier.rate} currency={currency} />;
    default:
      return tier.priceType satisfies never;
  }
}
