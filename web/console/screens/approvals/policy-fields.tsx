import { setApprovalPolicy } from '../../../api/generated/approvals.ts';
import type { ApprovalPolicy } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { ExemptKeys } from './exempt-keys.tsx';
import { AMOUNT_KINDS, NEW_LIMIT, type PolicyFields, policyForm } from './policy-form.ts';

const MAX_LIMITS = 50;

/** Kinds of requests that wait, and the amounts above which they do. */
export function PolicyForm({ policy }: { policy: ApprovalPolicy }) {
  const t = useMessages('approvalPolicy');
  const write = useWrite(setApprovalPolicy);
  const form = useForm(policyForm(policy, t), (body) => write.mutate({ body }));
  return (
    <form onSubmit={form.submit} className="flex max-w-2xl flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0 && !write.isSuccess} />
      {AMOUNT_KINDS.map((kind) => (
        <div key={kind} className="flex flex-col gap-3">
          <CheckboxField label={t(`kind.${kind}`)} help={t(`help.${kind}`)} {...form.checkbox(kind)} />
          {form.fields[kind] && <Limits form={form} kind={kind} />}
        </div>
      ))}
      <CheckboxField label={t('kind.DELETION')} help={t('help.DELETION')} {...form.checkbox('DELETION')} />
      <ExemptKeys rows={form.rows('keys')} />
      <p className="text-muted">{t('loosen')}</p>
      <SaveBar changes={form.changes} isPending={write.isPending} error={write.error} onReset={form.reset} />
    </form>
  );
}

interface LimitsProps {
  form: ReturnType<typeof useForm<PolicyFields, unknown>>;
  kind: (typeof AMOUNT_KINDS)[number];
}

function Limits({ form, kind }: LimitsProps) {
  const t = useMessages('approvalPolicy');
  const rows = form.rows(`limitsOf${kind}`);
  return (
    <div className="ps-6">
      <RowsField
        label={t('limits')}
        help={t('limitsHelp')}
        rows={rows}
        newRow={() => ({ ...NEW_LIMIT })}
        addLabel={t('addLimit')}
        nameOf={(index) => t('limit', { number: index + 1 })}
        max={MAX_LIMITS}
      >
        {(_, index) => (
          <>
            <TextField label={t('currency')} maxLength={3} {...rows.input(index, 'currency')} />
            <DecimalField label={t('amount')} {...rows.input(index, 'amount')} />
          </>
        )}
      </RowsField>
    </div>
  );
}
