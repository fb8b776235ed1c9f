import { useMessages } from '../messages/catalogs.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Notice } from '../ui/notice.tsx';

/** A secret that the service shows only now. */
export function SecretOnce({ secret, text }: { secret: string; text: string }) {
  const t = useMessages('ui');
  return (
    <div className="flex flex-col gap-3">
      <Notice kind="warn" title={t('secretOnce')}>
        {text}
      </Notice>
      <CodeBlock label={t('secret')} code={secret} />
    </div>
  );
}
