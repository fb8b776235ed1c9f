import { useBlocker } from '@tanstack/react-router';
import { useMessages } from '../messages/catalogs.ts';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-dialog.tsx';

/**
 * Asks before somebody leaves a form with changes, by a link or by closing the tab. A screen that saved
 * leaves with `navigate({ …, ignoreBlocker: true })`.
 */
export function UnsavedGuard({ isChanged }: { isChanged: boolean }) {
  const t = useMessages('ui');
  const { status, proceed, reset } = useBlocker({
    // Another tab or filter of the same screen keeps the form.
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return (
    <LazyDialog
      title={t('unsavedTitle')}
      isOpen={status === 'blocked'}
      onOpenChange={(isOpen) => isOpen || reset?.()}
      footer={
        <>
          <Button kind="danger" onClick={() => proceed?.()}>
            {t('leave')}
          </Button>
          <Button kind="primary" onClick={() => reset?.()}>
            {t('stay')}
          </Button>
        </>
      }
    >
      <p className="text-body">{t('unsavedText')}</p>
    </LazyDialog>
  );
}
