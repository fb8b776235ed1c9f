import { useState } from 'react';
import { addOrganizationCurrency, removeOrganizationCurrency } from '../../../api/generated/organization.ts';
import type { Organization } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { currencyForm } from './organization-form.ts';

/** The currencies in which accounts can be invoiced, beside the base currency. */
export function CurrencyList({ organization }: { organization: Organization }) {
  const t = useMessages('organization');
  const others = organization.currencies.filter(({ currency }) => currency !== organization.baseCurrency);
  const add = (
    <Allowed operation={addOrganizationCurrency}>
      <AddCurrency />
    </Allowed>
  );
  if (others.length === 0) return <EmptyState text={t('noCurrencies')} action={add} />;
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      <ul className="flex flex-col">
        {others.map(({ currency, rate, rates }) => (
          <li
            key={currency}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-2"
          >
            <span className="flex gap-3 tabular-nums">
              <span className="font-medium">{currency}</span>
              <span className="text-muted">
                {t('rateIs', { rate: formatQuantity(rates?.at(-1)?.rate ?? rate) })}
              </span>
            </span>
            <Allowed operation={removeOrganizationCurrency}>
              <RemoveCurrency currency={currency} />
            </Allowed>
          </li>
        ))}
      </ul>
      <span>{add}</span>
    </div>
  );
}

function AddCurrency() {
  const t = useMessages('organization');
  const [isOpen, setOpen] = useState(false);
  const write = useWrite(addOrganizationCurrency);
  const { input, submit, reset } = useForm(currencyForm(t), (body) =>
    write.mutate({ body }, { onSuccess: () => change(false) }),
  );
  const change = (open: boolean) => {
    setOpen(open);
    if (open) return;
    write.reset();
    reset();
  };
  return (
    <FormDialog
      label={t('addCurrency')}
      title={t('addCurrency')}
      isOpen={isOpen}
      onOpenChange={change}
      onSubmit={submit}
      isPending={write.isPending}
      error={write.error}
    >
      <TextField label={t('currency')} help={t('currencyHelp')} maxLength={3} {...input('currency')} />
      <TextField label={t('rate')} help={t('rateHelp')} inputMode="decimal" {...input('rate')} />
    </FormDialog>
  );
}

function RemoveCurrency({ currency }: { currency: string }) {
  const t = useMessages('organization');
  const { mutate, isPending, error } = useWrite(removeOrganizationCurrency);
  return (
    <ConfirmButton
      label={t('remove')}
      title={t('removeTitle', { currency })}
      isPending={isPending}
      error={error}
      onConfirm={(close) => mutate({ currency }, { onSuccess: close })}
    >
      <p>{t('removeText')}</p>
    </ConfirmButton>
  );
}
