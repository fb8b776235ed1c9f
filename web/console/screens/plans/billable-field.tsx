import { useMessages } from '../../../messages/catalogs.ts';
import { RecordField } from '../../../parts/record-field.tsx';
import { addOns, features, meters } from '../../../parts/record-kinds.ts';
import type { CardType } from './card-fields.ts';

interface BillableFieldProps {
  type: CardType;
  field: {
    name: string;
    value: string;
    error: string | undefined;
    onChange(event: { target: { value: string } }): void;
    onBlur(): void;
  };
}

/** What a card bills: a meter, an add-on or a feature. A commitment bills its plan, which nobody chooses. */
export function BillableField({ type, field }: BillableFieldProps) {
  const t = useMessages('cardForm');
  switch (type) {
    case 'USAGE':
      return <RecordField kind={meters} label={t('meter')} help={t('meterHelp')} {...field} />;
    case 'FIXED_FEE':
    case 'CREDIT_GRANT':
      return <RecordField kind={addOns} filter={{ type }} label={t('addOn')} {...field} />;
    case 'LICENSE':
      return (
        <RecordField kind={addOns} filter={{ type: 'LICENSE,NAMED_LICENSE' }} label={t('addOn')} {...field} />
      );
    case 'BILLING_ENTITLEMENT':
    case 'ENTITLEMENT_OVERAGE':
      return <RecordField kind={features} label={t('feature')} {...field} />;
    case 'MINIMUM_COMMITMENT':
      return <p className="max-w-[72ch] text-muted">{t('commitmentHelp')}</p>;
    default:
      return type satisfies never;
  }
}
