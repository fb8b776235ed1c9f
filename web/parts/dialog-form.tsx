import type { ReactNode, SyntheticEvent } from 'react';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface DialogFormProps {
  title: string;
  /** On the button that sends. */
  label: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  onSubmit(event: SyntheticEvent<HTMLFormElement>): void;
  isPending: boolean;
  error: unknown;
  children: ReactNode;
}

/** A form in a dialog. What was typed stays when the service rejects it. */
export function DialogForm(props: DialogFormProps) {
  const { title, isOpen, onOpenChange } = props;
  return (
    <LazyDialog title={title} isOpen={isOpen} onOpenChange={onOpenChange}>
      <FormBody {...props} />
    </LazyDialog>
  );
}

type FormBodyProps = Omit<DialogFormProps, 'title' | 'isOpen'>;

/** The fields, what the service said, and the buttons. */
export function FormBody({ label, onOpenChange, onSubmit, isPending, error, children }: FormBodyProps) {
  const t = useMessages('ui');
  return (
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
  );
}
