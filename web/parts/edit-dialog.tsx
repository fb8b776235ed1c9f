import type { ReactNode, SyntheticEvent } from 'react';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { DialogForm } from './dialog-form.tsx';

interface EditDialogProps {
  /** On the button that opens the dialog. */
  label: string;
  title: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  onSubmit(event: SyntheticEvent<HTMLFormElement>): void;
  isPending: boolean;
  error: unknown;
  children: ReactNode;
}

/** A button that opens the few fields of a record. What was typed stays when the service rejects it. */
export function EditDialog({ label, ...form }: EditDialogProps) {
  const t = useMessages('ui');
  return (
    <>
      <Button onClick={() => form.onOpenChange(true)}>{label}</Button>
      <DialogForm {...form} label={t('save')} />
    </>
  );
}
