import { lazy, Suspense, useState } from 'react';
import { useMessages } from '../messages/catalogs.ts';
import { IconButton } from '../ui/button.tsx';
import { CodeXml } from '../ui/icons.ts';

// Every screen has the button, and few people open it.
const SnippetDialog = lazy(async () => ({ default: (await import('./snippet-dialog.tsx')).SnippetDialog }));

/** `</>`: the request behind a screen. */
export function SnippetButton({ code }: { code: string }) {
  const t = useMessages('ui');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={CodeXml} label={t('request')} onClick={() => setOpen(true)} />
      <Suspense>{isOpen && <SnippetDialog code={code} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
