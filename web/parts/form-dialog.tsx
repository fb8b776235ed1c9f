import type { ReactNode, SyntheticEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { Plus } from '../ui/icons.ts';
import { LazyDialog } from '../ui/lazy-dialog.tsx';
import { FormBody } from './dialog-form.tsx';

interface FormDialogProps {
  /** On the button that opens the dialog, and on the one that sends. */
  label: string;
  title: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  onSubmit(event: SyntheticEvent<HTMLFormElement>): void;
  isPending: boolean;
  error: unknown;
  /** In place of the fields after success, if something has to be read; else the caller closes the dialog. */
  result?: ReactNode;
  children: ReactNode;
}

/** A button that opens a form. */
export function FormDialog({ title, isOpen, result, ...form }: FormDialogProps) {
  return (
    <>
      <Button kind="primary" icon={Plus} onClick={() => form.onOpenChange(true)}>
        {form.label}
      </Button>
      <LazyDialog title={title} isOpen={isOpen} onOpenChange={form.onOpenChange}>
        {result ?? <FormBody {...form} />}
      </LazyDialog>
    </>
  );
}
