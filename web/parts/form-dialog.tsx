import type { ReactNode, SyntheticEvent } from 'react';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { Plus } from '../ui/icons.ts';
import { LazyDialog } from '../ui/lazy-dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface FormDialogProps {
  /** On the button that opens the dialog, and on the one that sends. */
  label: string;
  title: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  onSubmit(event: SyntheticEvent): void;
  isPending: boolean;
  error: unknown;
  /** In place of the fields after success, if something has to be read; else the caller closes the dialog. */
  result?: ReactNode;
  children: ReactNode;
}

/** A button that opens a form. What was typed stays when the service rejects it. */
export function FormDialog(props: FormDialogProps) {
  const { label, title, isOpen, onOpenChange, onSubmit, isPending, error, result, children } = props;
  const t = useMessages('ui');
  return (
    <>
      <Button kind="primary" icon={Plus} onClick={() => onOpenChange(true)}>
        {label}
      </Button>
      <LazyDialog title={title} isOpen={isOpen} onOpenChange={onOpenChange}>
        {result ?? (
          <form onSubmit={onSubmit} className="flex flex-col gap-4">
            {error !== null && error !== undefined && <ProblemNotice error={error} />}
            {children}
            <div className="flex justify-end gap-2">
              <Button onClick={() => onOpenChange(false)}>{t('cancel')}</Button>
              <Button kind="primary" type="submit" disabled={isPending}>
                {label}
              </Button>
            </div>
          </form>
        )}
      </LazyDialog>
    </>
  );
}
