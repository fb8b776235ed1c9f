import type { ReactNode, SyntheticEvent } from 'react';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface EditDialogProps {
  /** On the button that opens the dialog. */
  label: string;
  title: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  onSubmit(event: SyntheticEvent): void;
  isPending: boolean;
  error: unknown;
  children: ReactNode;
}

/** A button that opens the few fields of a record. What was typed stays when the service rejects it. */
export function EditDialog(props: EditDialogProps) {
  const { label, title, isOpen, onOpenChange, onSubmit, isPending, error, children } = props;
  const t = useMessages('ui');
  return (
    <>
      <Button onClick={() => onOpenChange(true)}>{label}</Button>
      <LazyDialog title={title} isOpen={isOpen} onOpenChange={onOpenChange}>
        <form onSubmit={onSubmit} className="flex flex-col gap-4">
          {error !== null && error !== undefined && <ProblemNotice error={error} />}
          {children}
          <div className="flex justify-end gap-2">
            <Button onClick={() => onOpenChange(false)}>{t('cancel')}</Button>
            <Button kind="primary" type="submit" disabled={isPending}>
              {t('save')}
            </Button>
          </div>
        </form>
      </LazyDialog>
    </>
  );
}
