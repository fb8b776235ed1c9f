import { useMessages } from '../messages/catalogs.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface SnippetDialogProps {
  code: string;
  onOpenChange(isOpen: boolean): void;
}

export function SnippetDialog({ code, onOpenChange }: SnippetDialogProps) {
  const t = useMessages('ui');
  return (
    <Dialog title={t('requestTitle')} description={t('requestText')} isOpen onOpenChange={onOpenChange}>
      <CodeBlock code={code} label={t('requestTitle')} />
    </Dialog>
  );
}
