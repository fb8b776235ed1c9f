import { useQuery } from '@tanstack/react-query';
import { createAuditExport, getAuditExport } from '../../../api/generated/audit-log.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { DateField, SelectField } from '../../../ui/field.tsx';
import { Download } from '../../../ui/icons.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { auditExportForm, FORMATS } from './audit-export-fields.ts';

const POLL_MS = 1500;

/** The audit log of some days as a file, for those who check it elsewhere. */
export function AuditExportForm() {
  const t = useMessages('retention');
  const { mutate, data: begun, isPending, error } = useWrite(createAuditExport);
  const form = useForm(auditExportForm(t), (body) => mutate({ body }));
  return (
    <Allowed operation={createAuditExport}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-3">
        <p className="max-w-[72ch] text-muted">{t('auditText')}</p>
        <div className="flex flex-wrap items-start gap-3">
          <SelectField
            label={t('format')}
            {...form.input('format')}
            options={FORMATS.map((value) => ({ value, text: value }))}
          />
          <DateField label={t('from')} {...form.input('from')} />
          <DateField label={t('until')} help={t('untilHelp')} {...form.input('until')} />
        </div>
        {error !== null && <ProblemNotice error={error} />}
        <span>
          <Button type="submit" icon={Download} disabled={isPending}>
            {t('exportLog')}
          </Button>
        </span>
      </form>
      {begun && <ExportState id={begun.id} />}
    </Allowed>
  );
}

function ExportState({ id }: { id: string }) {
  const t = useMessages('retention');
  const { data, error, refetch } = useQuery({
    ...one(getAuditExport, { audit_export_id: id }),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'QUEUED' ? false : POLL_MS),
  });
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data || data.status === 'QUEUED')
    return (
      <p role="status" className="text-muted">
        {t('exporting')}
      </p>
    );
  if (data.status === 'FAILED')
    return (
      <Notice kind="bad" title={t('exportFailed')}>
        {data.failureReason}
      </Notice>
    );
  return (
    <Notice
      kind={data.isComplete === false ? 'warn' : 'good'}
      title={t.count('exported', data.entryCount ?? 0)}
      actions={
        data.downloadUrl && (
          <a href={data.downloadUrl} className={buttonClasses('secondary')}>
            {t('download')}
          </a>
        )
      }
    >
      {data.isComplete === false && <p>{t('incomplete')}</p>}
      {!data.downloadUrl && <p>{t('fileGone')}</p>}
    </Notice>
  );
}
