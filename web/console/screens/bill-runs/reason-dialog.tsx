import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useForm } from '../../../ui/use-form.ts';

interface ReasonDialogProps {
  /** In the heading and on the button that sends. */
  title: string;
  label: string;
  help: string;
  /** Why it cannot be empty. */
  missing: string;
  isPending: boolean;
  error: unknown;
  onSend(reason: string): void;
  onClose(): void;
}

/** Asks for a sentence. What was typed stays when the service rejects it. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, label, help, missing, isPending, error, onSend, onClose } = props;
  const t = useMessages('ui');
  const form = useForm(
    {
      initial: { reason: '' },
      check: ({ reason }): { reason?: string } => (reason.trim() === '' ? { reason: missing } : {}),
      read: ({ reason }) => reason.trim(),
    },
    onSend,
  );
  return (
    <LazyDialog title={title} isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        {error !== null && error !== undefined && <ProblemNotice error={error} />}
        <TextAreaField label={label} help={help} maxLength={1000} {...form.input('reason')} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" disabled={isPending}>
            {title}
          </Button>
        </div>
      </form>
    </LazyDialog>
  );
}
