import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { previewStatementMail, sendStatement } from '../../../api/generated/journal.ts';
import type { PrintStatementRequest, StatementMailPreview } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { FormBody } from '../../../parts/dialog-form.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { usePaused } from '../../../ui/use-paused.ts';
import { mailForm, mailOf, withAddress } from './statement-mail-form.ts';

interface Asked {
  input: { body: PrintStatementRequest };
}

/** Mails the document to recipients that somebody chooses. */
export function SendStatement({ input }: Asked) {
  const t = useMessages('statement');
  const [isOpen, setOpen] = useState(false);
  return (
    <Allowed operation={sendStatement}>
      <Button onClick={() => setOpen(true)}>{t('mail.open')}</Button>
      <LazyDialog title={t('mail.title')} isOpen={isOpen} onOpenChange={setOpen}>
        <StatementMail input={input} onClose={() => setOpen(false)} />
      </LazyDialog>
    </Allowed>
  );
}

/** The usual recipients are known before there is a form. */
function StatementMail({ input, onClose }: Asked & { onClose(): void }) {
  const query = useQuery(one(previewStatementMail, input));
  if (query.isPending) return <Skeleton lines={6} />;
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  return <MailForm input={input} usual={query.data} onClose={onClose} />;
}

interface MailFormProps extends Asked {
  usual: StatementMailPreview;
  onClose(): void;
}

function MailForm({ input, usual, onClose }: MailFormProps) {
  const t = useMessages('statement');
  const { mutate, isPending, error, data } = useWrite(sendStatement);
  const form = useForm(mailForm(usual, t), (fields) => mutate(mailOf(input, fields)));
  const { fields, set } = form;
  if (data) return <Sent to={[...data.to, ...data.cc]} isCaptured={usual.transport === 'CAPTURE'} />;
  return (
    <FormBody label={t('mail.send')} {...{ isPending, error }} onOpenChange={onClose} onSubmit={form.submit}>
      {usual.transport === 'CAPTURE' && <Notice kind="warn" title={t('mail.captured')} />}
      <TextAreaField rows={2} label={t('mail.to')} help={t('mail.toHelp')} {...form.input('to')} />
      {usual.contacts.length > 0 && (
        <div role="group" aria-label={t('mail.contacts')} className="flex flex-wrap gap-2">
          {usual.contacts.map(({ name, email }) => (
            <Button key={email} onClick={() => set({ to: withAddress(fields.to, email) })}>
              {t('mail.add', { name })}
            </Button>
          ))}
        </div>
      )}
      <TextAreaField rows={1} label={t('mail.cc')} {...form.input('cc')} />
      <TextAreaField
        label={t('mail.message')}
        help={t('mail.messageHelp')}
        maxLength={2000}
        {...form.input('message')}
      />
      <MailText input={input} message={fields.message} />
    </FormBody>
  );
}

/** The mail as it will arrive, without layout. */
function MailText({ input, message }: Asked & { message: string }) {
  const t = useMessages('statement');
  const text = usePaused(message.trim());
  const { data, error } = useQuery({
    ...one(previewStatementMail, { body: { ...input.body, ...(text && { message: text }) } }),
    placeholderData: keepPreviousData,
  });
  if (error) return <ProblemNotice error={error} />;
  return (
    <section aria-label={t('mail.preview')} className="rounded-md border border-line p-3">
      <p className="font-medium break-words">
        <bdi>{data?.subject}</bdi>
      </p>
      <p dir="auto" className="mt-2 text-muted break-words whitespace-pre-wrap">
        {data?.text.trim()}
      </p>
    </section>
  );
}

function Sent({ to, isCaptured }: { to: readonly string[]; isCaptured: boolean }) {
  const t = useMessages('statement');
  return (
    <Notice kind={isCaptured ? 'info' : 'good'} title={t(isCaptured ? 'mail.stored' : 'mail.queued')}>
      {to.map((address) => (
        <p key={address}>
          <bdi>{address}</bdi>
        </p>
      ))}
    </Notice>
  );
}
