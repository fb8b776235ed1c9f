import { compare } from '../../../format/decimals.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RadioField } from '../../../ui/choice-field.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Money } from '../../../ui/money.tsx';
import { Section } from '../../../ui/page.tsx';
import { type Allocation, excessAccountOf } from './payment-form.ts';
import type { PaymentForm } from './payment-matches.tsx';
import type { ShownMatch } from './use-matches.ts';

interface PaymentAllocationProps {
  form: PaymentForm;
  match: ShownMatch;
  allocation: Allocation;
  chosen: ReadonlySet<string>;
  onChoose(ids: ReadonlySet<string>): void;
}

/** Where each part of the payment will go. */
export function PaymentAllocation({ form, match, allocation, chosen, onChoose }: PaymentAllocationProps) {
  const t = useMessages('payments');
  const { currency, invoices, accounts } = match;
  const isSplit = accounts.length > 1;
  const partOf = new Map(allocation.parts.map(({ id, amount }) => [id, amount]));
  const toggle = (id: string) => {
    const ids = new Set(chosen);
    if (!ids.delete(id)) ids.add(id);
    onChoose(ids);
  };
  return (
    <Section title={t('lines')}>
      <ul className="flex flex-col">
        {invoices.map(({ id, sequenceId, dueDate, outstandingAmount, accountName }) => (
          <li key={id} className="flex items-center justify-between gap-3 border-b border-line py-2">
            <label className="flex min-w-0 flex-1 items-center gap-2.5">
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="flex min-w-0 flex-wrap gap-x-3">
                <bdi className="font-medium">{sequenceId ?? id}</bdi>
                {isSplit && <bdi>{accountName}</bdi>}
                <span className="text-muted">
                  {t('due')} <Instant at={dueDate} />
                </span>
                <span className="text-muted">
                  {t('outstanding')} <Money amount={outstandingAmount} currency={currency} />
                </span>
              </span>
            </label>
            <Money amount={partOf.get(id) ?? null} currency={currency} />
          </li>
        ))}
      </ul>
      {compare(allocation.excess, '0') > 0 && <Excess form={form} match={match} amount={allocation.excess} />}
    </Section>
  );
}

/** What no invoice takes: what becomes of it, and of several accounts, who gets it. */
function Excess({
  form,
  match,
  amount,
}: Pick<PaymentAllocationProps, 'form' | 'match'> & { amount: string }) {
  const t = useMessages('payments');
  const { accounts, currency } = match;
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="flex flex-col gap-4">
        <RadioField
          {...form.input('excess')}
          label={t('excess')}
          options={(['WALLET_CREDIT', 'CREDIT'] as const).map((value) => ({
            ...{ value, text: t(`line.${value}`), help: t(`excess.${value}`) },
          }))}
        />
        {accounts.length > 1 && (
          <SelectField
            {...form.input('excessAccountId')}
            value={excessAccountOf(form.fields, match)}
            label={t('excessAccount')}
            options={accounts.map(({ id, name }) => ({ value: id, text: name }))}
          />
        )}
      </div>
      <Money amount={amount} currency={currency} />
    </div>
  );
}
