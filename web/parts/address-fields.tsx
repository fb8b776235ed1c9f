import { useMessages } from '../messages/catalogs.ts';
import { TextField } from '../ui/field.tsx';
import type { AddressFields as Fields } from './address-form.ts';

interface AddressFieldsProps {
  inputOf(name: keyof Fields): {
    value: string;
    error: string | undefined;
    onChange(event: { target: { value: string } }): void;
    onBlur(): void;
  };
}

/** An address, as people write it; which of it is printed depends on its country. */
export function AddressFields({ inputOf }: AddressFieldsProps) {
  const t = useMessages('organization');
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-1 font-medium">{t('address')}</legend>
      <TextField label={t('line1')} autoComplete="off" {...inputOf('line1')} />
      <TextField label={t('line2')} autoComplete="off" {...inputOf('line2')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('postalCode')} autoComplete="off" {...inputOf('postalCode')} />
        <TextField label={t('city')} autoComplete="off" {...inputOf('city')} />
        <TextField label={t('state')} autoComplete="off" {...inputOf('state')} />
        <TextField
          label={t('country')}
          help={t('countryHelp')}
          maxLength={2}
          autoComplete="off"
          {...inputOf('country')}
        />
        <TextField label={t('phoneNumber')} type="tel" autoComplete="off" {...inputOf('phoneNumber')} />
      </div>
    </fieldset>
  );
}
