import { lazy, Suspense, useState } from 'react';
import type { Wallet } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button, type ButtonKind } from '../../../ui/button.tsx';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { MoveAction } from './move-form.ts';

const MoveFields = lazy(async () => ({ default: (await import('./move-fields.tsx')).MoveFields }));

interface MoveMoneyProps {
  action: MoveAction;
  wallet: Wallet;
  kind?: ButtonKind;
}

/** Tops up, pays an invoice or converts to a credit: in a dialog that shows what changes before it does. */
export function MoveMoney({ action, wallet, kind = 'secondary' }: MoveMoneyProps) {
  const t = useMessages('wallets');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {t(`move.${action}`)}
      </Button>
      <LazyDialog title={t(`moveTitle.${action}`)} isOpen={isOpen} onOpenChange={setOpen}>
        <Suspense fallback={<Skeleton lines={4} />}>
          <MoveFields action={action} wallet={wallet} onClose={() => setOpen(false)} />
        </Suspense>
      </LazyDialog>
    </>
  );
}
