import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createReport, createReportTemplate } from '../../../api/generated/reports.ts';
import type { PreviewReportRequest } from '../../../api/generated/request-types.ts';
import type { QueryInput } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { FREQUENCIES, templateForm } from './template-form.ts';

interface ReportActionsProps {
  name: string;
  request: PreviewReportRequest;
  query: QueryInput;
  /** Of a source without a time, a file has all rows. */
  hasTime: boolean;
}

/** All rows as a file, or the query as a template that writes files on a schedule. */
export function ReportActions({ name, request, query, hasTime }: ReportActionsProps) {
  const t = useMessages('reports');
  const navigate = useNavigate();
  const create = useWrite(createReport);
  const open = (reportId: string) => void navigate({ to: '/reports/$reportId', params: { reportId } });
  const { startTime, endTime, ...rows } = request;
  const range = hasTime && startTime && endTime ? { startTime, endTime } : {};
  const body = { ...rows, ...range, name: name.slice(0, MAX_NAME) };
  return (
    <Allowed operation={createReport}>
      <SaveTemplate name={name} query={query} />
      <Button
        disabled={create.isPending}
        onClick={() => create.mutate({ body }, { onSuccess: ({ id }) => open(id) })}
      >
        {t('writeFile')}
      </Button>
      {create.error && <ProblemNotice error={create.error} />}
    </Allowed>
  );
}

const MAX_NAME = 100;

function SaveTemplate({ name, query }: Pick<ReportActionsProps, 'name' | 'query'>) {
  const t = useMessages('reports');
  const [isOpen, setOpen] = useState(false);
  const write = useWrite(createReportTemplate);
  const form = useForm(templateForm(t, name), ({ name: given, frequency }) =>
    write.mutate(
      { body: { name: given, queryInput: query, schedule: frequency && { frequency } } },
      { onSuccess: () => setOpen(false) },
    ),
  );
  return (
    <FormDialog
      label={t('saveTemplate')}
      title={t('saveTemplate')}
      isOpen={isOpen}
      onOpenChange={setOpen}
      onSubmit={form.submit}
      isPending={write.isPending}
      error={write.error}
    >
      <TextField label={t('name')} maxLength={MAX_NAME} {...form.input('name')} />
      <SelectField
        label={t('schedule')}
        help={t('scheduleHelp')}
        options={FREQUENCIES.map((value) => ({ value, text: t(`schedule.${value || 'NONE'}`) }))}
        {...form.input('frequency')}
      />
    </FormDialog>
  );
}
