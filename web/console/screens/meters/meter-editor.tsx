import { useNavigate } from '@tanstack/react-router';
import { previewUsageMeter } from '../../../api/generated/events-and-usage.ts';
import type { UsageMeter } from '../../../api/generated/types.ts';
import { deactivateUsageMeter, updateUsageMeter } from '../../../api/generated/usage-meters.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { LiveTest } from './live-test.tsx';
import { MeterConditions, MeterExpression } from './meter-fields.tsx';
import { fieldsOf, meterForm, previewOf } from './meter-form.ts';
import { changesOf, hasOtherMetering, meteringOf } from './meter-request.ts';

/** What an active meter counts can be tried, and saved once it is inactive. */
export function MeterEditor({ meter }: { meter: UsageMeter }) {
  const t = useMessages('meterForm');
  const logic = useMessages('logic');
  const navigate = useNavigate();
  const write = useWrite(updateUsageMeter);
  const initial = fieldsOf(meter);
  const says = { say: t, logic };
  const { id: meterId } = meter;
  const form = useForm(
    meterForm(initial, says, (fields) => changesOf(fields, initial)),
    (body) =>
      write.mutate(
        { usage_meter_id: meterId, body },
        {
          onSuccess: () =>
            void navigate({ to: '/meters/$meterId', params: { meterId }, ignoreBlocker: true }),
        },
      ),
  );
  const isLocked = meter.status === 'ACTIVE' && hasOtherMetering(form.fields, initial);
  return (
    <form
      onSubmit={form.submit}
      className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      <UnsavedGuard isChanged={form.changes > 0} />
      <div className="flex min-w-0 flex-col gap-5">
        <TextField label={t('name')} maxLength={50} {...form.input('name')} />
        <TextField label={t('billableName')} maxLength={255} {...form.input('billableName')} />
        <TextField label={t('unit')} help={t('unitHelp')} maxLength={20} {...form.input('unit')} />
        <TextAreaField label={t('description')} maxLength={255} {...form.input('description')} />
        <MeterExpression form={form} />
        <MeterConditions form={form} />
      </div>
      <Allowed operation={previewUsageMeter}>
        <LiveTest meter={previewOf(form.fields, says, meteringOf(form.fields))} />
      </Allowed>
      <div className="flex min-w-0 flex-col gap-3 xl:col-span-2">
        {isLocked && <Locked meterId={meterId} />}
        <SaveBar
          changes={form.changes}
          isPending={write.isPending}
          error={write.error}
          onReset={form.reset}
        />
      </div>
    </form>
  );
}

/** The service rejects another metering of an active meter. */
function Locked({ meterId }: { meterId: string }) {
  const t = useMessages('meterForm');
  const write = useWrite(deactivateUsageMeter);
  return (
    <Notice
      kind="warn"
      title={t('lockedTitle')}
      actions={
        <Button disabled={write.isPending} onClick={() => write.mutate({ usage_meter_id: meterId })}>
          {t('deactivate')}
        </Button>
      }
    >
      {t('lockedText')}
      {write.error && <ProblemNotice error={write.error} />}
    </Notice>
  );
}
