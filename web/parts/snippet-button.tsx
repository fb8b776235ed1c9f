import { useMessages } from '../messages/catalogs.ts';
import { IconButton } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CodeXml } from '../ui/icons.ts';
import { Popover } from '../ui/popover.tsx';

/** `</>`: the request behind a screen. */
export function SnippetButton({ code }: { code: string }) {
  const t = useMessages('ui');
  return (
    <Popover trigger={<IconButton icon={CodeXml} label={t('request')} />} label={t('requestTitle')}>
      <p className="mb-2 font-medium">{t('requestTitle')}</p>
      <CodeBlock code={code} label={t('requestTitle')} />
      <p className="mt-2 text-caption text-muted">{t('requestText')}</p>
    </Popover>
  );
}
