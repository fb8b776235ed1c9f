import { useMessages } from '../../../messages/catalogs.ts';
import { RecordField } from '../../../parts/record-field.tsx';
import { meters } from '../../../parts/record-kinds.ts';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { SelectField } from '../../../ui/field.tsx';
import type { CardType } from './card-fields.ts';
import type { CardFormState } from './card-form.ts';
import { Proration, Recurrence } from './card-recurrence.tsx';
import { CreditWindows } from './credit-windows.tsx';
import { GrantTerms } from './grant-terms.tsx';
import { isDynamic } from './tier-request.ts';

const INTERVALS = ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'ANNUALLY'] as const;

/** The terms that only some types of cards have. */
export function CardTerms({ type, form }: { type: CardType; form: CardFormState }) {
  switch (type) {
    case 'USAGE':
      return <UsageTerms form={form} />;
    case 'FIXED_FEE':
      return (
        <>
          <Proration form={form} />
          <Recurrence form={form} hasType />
        </>
      );
    case 'LICENSE':
      return (
        <>
          <LicenseTerms form={form} />
          <Proration form={form} />
        </>
      );
    case 'BILLING_ENTITLEMENT':
      return (
        <>
          <CreditWindows form={form} />
          <Recurrence form={form} />
        </>
      );
    case 'ENTITLEMENT_OVERAGE':
      return (
        <>
          <Cap form={form} />
          <Recurrence form={form} />
        </>
      );
    case 'CREDIT_GRANT':
      return (
        <>
          <GrantTerms form={form} />
          <Recurrence form={form} hasType />
        </>
      );
    case 'MINIMUM_COMMITMENT':
      return <AdvanceFees form={form} />;
    default:
      return type satisfies never;
  }
}

function UsageTerms({ form }: { form: CardFormState }) {
  const t = useMessages('cardForm');
  return (
    <>
      <Cap form={form} />
      {isDynamic(form.fields) && (
        <RecordField
          kind={meters}
          label={t('priceMeter')}
          help={t('priceMeterHelp')}
          {...form.input('priceMeterId')}
        />
      )}
    </>
  );
}

function Cap({ form }: { form: CardFormState }) {
  const t = useMessages('cardForm');
  return <DecimalField label={t('cap')} help={t('capHelp')} {...form.input('maximumQuantity')} />;
}

function LicenseTerms({ form }: { form: CardFormState }) {
  const t = useMessages('cardForm');
  const types = ['', 'LICENSE', 'NAMED_LICENSE'] as const;
  const cycles = ['', ...INTERVALS] as const;
  return (
    <>
      <DecimalField label={t('maxLicenses')} help={t('maxLicensesHelp')} {...form.input('maximumQuantity')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t('licenseType')}
          options={types.map((value) => ({ value, text: t(`license.${value || 'DEFAULT'}`) }))}
          {...form.input('licenseType')}
        />
        <SelectField
          label={t('usageCycle')}
          options={cycles.map((value) => ({ value, text: t(`usageCycle.${value || 'PLAN'}`) }))}
          {...form.input('usageCycle')}
        />
      </div>
    </>
  );
}

function AdvanceFees({ form }: { form: CardFormState }) {
  const t = useMessages('cardForm');
  return (
    <CheckboxField
      label={t('includeAdvance')}
      help={t('includeAdvanceHelp')}
      {...form.checkbox('includesAdvanceFees')}
    />
  );
}
