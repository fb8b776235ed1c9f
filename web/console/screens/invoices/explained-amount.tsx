import type { ExplainedLine } from '../../../api/generated/types.ts';
import { formatMoney } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button } from '../../../ui/button.tsx';
import { Check, Copy } from '../../../ui/icons.ts';
import { Money, Quantity } from '../../../ui/money.tsx';
import { Facts, Section } from '../../../ui/page.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { explanationText, isRounded } from './explanation-view.ts';
import { TierTable } from './tier-table.tsx';

interface ExplainedAmountProps {
  line: ExplainedLine;
  currency: string;
}

/** How one amount came to be: the steps in words, then its numbers. */
export function ExplainedAmount({ line, currency }: ExplainedAmountProps) {
  const t = useMessages('invoices');
  return (
    <article aria-label={line.description} className="flex min-w-0 flex-col gap-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-h2 font-semibold break-words">
            <bdi>{line.description}</bdi>
          </h2>
          <p className="mt-1 text-figure font-semibold">
            <Money amount={line.amount} currency={currency} />
          </p>
        </div>
        <CopyButton text={explanationText(line, formatMoney(line.amount, currency))} />
      </header>
      <ol className="flex max-w-[72ch] list-decimal flex-col gap-1.5 ps-5 text-body marker:text-muted">
        {line.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps never change their order
          <li key={index} className="break-words">
            {step}
          </li>
        ))}
      </ol>
      {line.slabs && line.slabs.length > 0 && (
        <Section title={t('tiers')}>
          <TierTable line={line} currency={currency} />
        </Section>
      )}
      <Section title={t('inputs')}>
        <Inputs line={line} currency={currency} />
      </Section>
    </article>
  );
}

function Inputs({ line, currency }: ExplainedAmountProps) {
  const t = useMessages('invoices');
  const { quantity, chargedQuantity, meter, eventCount, cardName, rounding, proration } = line;
  const facts = [
    cardName !== undefined && { label: t('card'), value: <bdi>{cardName}</bdi> },
    meter && { label: t('meter'), value: <bdi>{`${meter.name} (${meter.aggregation})`}</bdi> },
    eventCount !== undefined && { label: t('events'), value: <Quantity quantity={eventCount} /> },
    quantity !== undefined && { label: t('quantity'), value: <Quantity quantity={quantity} /> },
    chargedQuantity !== undefined && {
      label: t('chargedQuantity'),
      value: <Quantity quantity={chargedQuantity} />,
    },
    proration && {
      label: t('proration'),
      value: t('days', { billed: proration.billedDays, all: proration.nominalDays }),
    },
    rounding &&
      isRounded(line) && {
        label: t('rounding'),
        value: (
          <span className="whitespace-nowrap">
            <Quantity quantity={rounding.exact} /> → <Money amount={rounding.rounded} currency={currency} />
          </span>
        ),
      },
  ];
  return <Facts facts={facts.filter((fact) => fact !== false && fact !== undefined && fact !== null)} />;
}

function CopyButton({ text }: { text: string }) {
  const t = useMessages('invoices');
  const { isCopied, copy } = useCopy();
  return (
    <Button icon={isCopied ? Check : Copy} onClick={() => copy(text)}>
      {isCopied ? t('copied') : t('copyText')}
    </Button>
  );
}
