import type { LoggedBody, LoggedRequestDetail } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { jsonLines } from './json-lines.ts';

interface RequestBodyProps {
  headers: string;
  body: LoggedBody;
  bodies: LoggedRequestDetail['bodies'];
  /** Why the content is not shown. */
  hidden: string | null;
}

/** Headers and body of one side. */
export function RequestBody({ headers, body, bodies, hidden }: RequestBodyProps) {
  const t = useMessages('requests');
  const { size = 0, text = '', isCut } = body;
  const lines = jsonLines(text);
  const kept = size === 0 ? t('noBody') : t('notRead');
  const why = hidden ?? (bodies === 'KEPT' || size === 0 ? kept : t(`bodies.${bodies}`));
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <h2 className="text-h2 font-semibold">{t('headers')}</h2>
      {headers === '' ? (
        <p className="text-muted">{t('noHeaders')}</p>
      ) : (
        <CodeBlock label={t('headers')} code={headers} />
      )}
      <h2 className="text-h2 font-semibold">{t('body')}</h2>
      {lines.length === 0 ? (
        <p className="max-w-[72ch] text-muted">{why}</p>
      ) : (
        <>
          <CodeBlock label={t('body')} code={lines.join('\n')} />
          <p className="text-caption text-muted">
            {t('size', { size: formatCount(size) })} {isCut && t('cut')}
          </p>
        </>
      )}
    </div>
  );
}
