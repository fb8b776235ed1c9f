import type { ReactNode } from 'react';
import type { ApiOperation } from '../api/operation.ts';
import { useWrite } from '../api/writes.ts';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface ConfirmDialogProps<Input> {
  operation: ApiOperation<Input, unknown>;
  input: NoInfer<Input>;
  /** On the button that acts. */
  label: string;
  title: string;
  onClose(): void;
  /** What will happen. */
  children: ReactNode;
}

/** Asks before an action of a menu. The question stays open if the service rejects it. */
export function ConfirmDialog<Input>(props: ConfirmDialogProps<Input>) {
  const { operation, input, label, title, onClose, children } = props;
  const t = useMessages('ui');
  const { mutate, isPending, error } = useWrite(operation);
  return (
    <LazyDialog
      title={title}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            kind="primary"
            disabled={isPending}
            onClick={() => mutate(input, { onSuccess: () => onClose() })}
          >
            {label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-body">
        {children}
        {error !== null && <ProblemNotice error={error} />}
      </div>
    </LazyDialog>
  );
}
