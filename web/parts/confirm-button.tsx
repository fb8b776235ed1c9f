import { type ReactNode, useState } from 'react';
import { useMessages } from '../messages/catalogs.ts';
import { Button, type ButtonKind } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface ConfirmButtonProps {
  /** On the button, and on the one that acts. */
  label: string;
  title: string;
  /** What will happen, with counts and amounts. */
  children: ReactNode;
  kind?: ButtonKind;
  isPending: boolean;
  error: unknown;
  onConfirm(close: () => void): void;
}

/** Asks before something that cannot be taken back. The question stays open if the service rejects it. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, title, children, kind = 'secondary', isPending, error, onConfirm } = props;
  const t = useMessages('ui');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <LazyDialog
        title={title}
        isOpen={isOpen}
        onOpenChange={setOpen}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('cancel')}</Button>
            <Button kind="primary" disabled={isPending} onClick={() => onConfirm(() => setOpen(false))}>
              {label}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3 text-body">
          {children}
          {error !== null && error !== undefined && <ProblemNotice error={error} />}
        </div>
      </LazyDialog>
    </>
  );
}
