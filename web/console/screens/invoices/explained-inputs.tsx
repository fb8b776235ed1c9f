import type { ExplainedLine, InvoiceExplanation } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Money, Quantity } from '../../../ui/money.tsx';
import { Facts } from '../../../ui/page.tsx';
import { isRounded, planOf } from './explanation-view.ts';

interface ExplainedInputsProps {
  line: ExplainedLine;
  explanation: InvoiceExplanation;
}

/** What the calculation read, as it was stored with the invoice: versions, quantities, rounding. */
export function ExplainedInputs({ line, explanation }: ExplainedInputsProps) {
  const t = useMessages('invoices');
  const { currency } = explanation;
  const { quantity, chargedQuantity, meter, eventCount, cardName, rounding, proration, adjustment } = line;
  const { schemas = [] } = line;
  const plan = planOf(explanation, line);
  const facts = [
    plan && {
      label: t('plan'),
      value: (
        <RecordLink area="plans" id={plan.id}>
          {t('planVersion', { name: plan.name, version: String(plan.version) })}
        </RecordLink>
      ),
    },
    cardName !== undefined && { label: t('card'), value: <bdi>{cardName}</bdi> },
    meter && { label: t('meter'), value: <MeterName meter={meter} /> },
    schemas.length > 0 && { label: t('eventSchema'), value: <Schemas schemas={schemas} /> },
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
    adjustment && {
      label: t('minimum'),
      value: <Money amount={adjustment.bound} currency={currency} />,
    },
    line.available !== undefined && {
      label: t('available'),
      value: <Money amount={line.available} currency={currency} />,
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
    rounding && {
      label: t('roundedTo'),
      value: t('roundingMode', { digits: rounding.digits, mode: t(`mode.${rounding.mode}`) }),
    },
  ];
  return <Facts facts={facts.filter((fact) => fact !== false && fact !== undefined && fact !== null)} />;
}

/** The versions with which the events were read: a schema may change within a cycle. */
function Schemas({ schemas }: { schemas: NonNullable<ExplainedLine['schemas']> }) {
  const t = useMessages('invoices');
  return schemas.map(({ name, versions }) => (
    <span key={name} className="block">
      <RecordLink area="schemas" id={name}>
        {t.count('schemaVersions', versions.length, { name, versions: versions.join(', ') })}
      </RecordLink>
    </span>
  ));
}

function MeterName({ meter }: { meter: NonNullable<ExplainedLine['meter']> }) {
  const t = useMessages('invoices');
  const { id, name, aggregation, version } = meter;
  return (
    <RecordLink area="meters" id={id}>
      {version === undefined
        ? `${name} (${aggregation})`
        : t('meterVersion', { name, aggregation, version: String(version) })}
    </RecordLink>
  );
}
