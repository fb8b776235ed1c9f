import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConflictChoice } from '../../../parts/conflict-choice.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { CardBasics } from './card-basics.tsx';
import { CardCurve } from './card-curve.tsx';
import type { CardFields, CardType } from './card-fields.ts';
import { cardForm, type SentCard } from './card-form.ts';
import { CardPricesFields } from './card-prices-fields.tsx';
import { CardTerms } from './card-terms.tsx';
import { FieldProblems } from './field-problems.tsx';
import { type CardTarget, useCardWrite } from './use-card-write.ts';

interface CardFormProps {
  target: CardTarget;
  /** Each needs a price. */
  currencies: readonly string[];
  /** Of the plan; a schedule has none. */
  updatedAt?: string | undefined;
  type: CardType;
  initial: CardFields;
  /** Of a stored card. */
  name: string | undefined;
  /** The name of a field: another page shows its error. */
  focus: string | undefined;
  /** Opens the card as it is stored now; a schedule has no conflicts. */
  onTheirs?(): void;
}

/** A rate card as a form. A change by somebody else in the meantime is never overwritten unasked. */
export function CardForm(props: CardFormProps) {
  const { target, currencies, updatedAt, type, initial, name, focus, onTheirs } = props;
  const t = useMessages('cardForm');
  const navigate = useNavigate();
  const [opened] = useState({ initial, updatedAt });
  const [currency, setCurrency] = useState(currencies[0] ?? '');
  const write = useCardWrite(target);
  const save = (sent: SentCard, expectedUpdatedAt: string | undefined) =>
    write.edit([{ actionType: name ? 'UPDATE' : 'CREATE', ...sent }], {
      expectedUpdatedAt,
      onSuccess: () => void navigate({ ...pageOf(target), ignoreBlocker: true }),
    });
  const definition = cardForm({ type, initial: opened.initial, currencies }, t);
  const form = useForm(definition, (sent) => save(sent, opened.updatedAt));
  return (
    <form
      onSubmit={form.submit}
      ref={(element) => focusField(element, focus)}
      className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,44rem)_minmax(0,1fr)]"
    >
      <UnsavedGuard isChanged={form.changes > 0} />
      <div className="flex min-w-0 flex-col gap-5">
        <CardBasics type={type} form={form} isNew={!name} />
        <CardPricesFields {...{ type, form, currencies, currency }} onCurrency={setCurrency} />
        <CardTerms type={type} form={form} />
      </div>
      <CardCurve type={type} fields={form.fields} currency={currency} />
      <div className="min-w-0 xl:col-span-2">
        <FieldProblems error={write.error} />
        <ConflictChoice
          error={write.error}
          isPending={write.isPending}
          onMine={() => save(definition.read(form.fields), undefined)}
          onTheirs={() => onTheirs?.()}
        />
        <SaveBar
          changes={form.changes}
          isPending={write.isPending}
          error={write.error}
          onReset={form.reset}
          isNew={!name}
        />
      </div>
    </form>
  );
}

/** The page with all cards. */
export function pageOf(target: CardTarget) {
  if ('planId' in target) return { to: '/plans/$planId', params: target } as const;
  const search = { mode: 'DRAFT' };
  return { to: '/accounts/$accountId/schedules/$scheduleId', params: target, search } as const;
}

/** Once, when the form appears. */
function focusField(form: HTMLFormElement | null, name: string | undefined): void {
  if (!form || !name || form.dataset.focused) return;
  form.dataset.focused = 'yes';
  form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
}
