import { useMessages } from '../../../messages/catalogs.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { AlertFields, type AlertFormState } from './alert-fields.tsx';
import { backtestOf } from './alert-request.ts';
import { Backtest } from './backtest.tsx';

interface AlertFormPageProps {
  form: AlertFormState;
  write: { isPending: boolean; isSuccess: boolean; error: unknown };
  isNew?: boolean;
}

/** The fields of an alert beside its back-test, which follows what is typed. */
export function AlertFormPage({ form, write, isNew = false }: AlertFormPageProps) {
  const t = useMessages('alerts');
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0 && !write.isSuccess} />
      <div className="grid min-w-0 gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 max-w-2xl flex-col gap-5">
          <AlertFields form={form} isNew={isNew} />
        </div>
        <Backtest kind={form.fields.kind} terms={backtestOf(form.fields)} />
      </div>
      <SaveBar
        changes={form.changes}
        isPending={write.isPending}
        error={write.error}
        onReset={form.reset}
        {...(isNew && { label: t('create'), isNew })}
      />
    </form>
  );
}
