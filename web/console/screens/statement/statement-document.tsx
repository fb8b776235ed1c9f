import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { printStatement } from '../../../api/generated/journal.ts';
import type { PrintStatementRequest } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { PdfView } from '../../../parts/pdf/pdf-view.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { FileText } from '../../../ui/icons.ts';
import { Section } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SendStatement } from './send-statement.tsx';
import { LANGUAGES } from './statement-view.ts';

interface StatementDocumentProps {
  input: { body: PrintStatementRequest };
  onLanguage(language: string): void;
}

/** The document for the debtor, drawn when somebody wants to see it, and mailed. */
export function StatementDocument({ input, onLanguage }: StatementDocumentProps) {
  const t = useMessages('statement');
  const [isShown, setShown] = useState(false);
  // Drawn anew for each look, and large.
  const query = useQuery({ ...one(printStatement, input), enabled: isShown, gcTime: 0 });
  return (
    <Section
      title={t('document')}
      actions={
        <>
          <SendStatement input={input} />
          <Button icon={FileText} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {t(isShown ? 'hideDocument' : 'showDocument')}
          </Button>
        </>
      }
    >
      <p className="max-w-[72ch] text-muted">{t('documentHelp')}</p>
      <div className="max-w-72">
        <SelectField
          label={t('language')}
          value={input.body.language ?? ''}
          onChange={({ target }) => onLanguage(target.value)}
          options={[
            { value: '', text: t('languageOfInvoice') },
            ...LANGUAGES.map((value) => ({ value, text: t(`language.${value}`) })),
          ]}
        />
      </div>
      {isShown && query.isPending && <Skeleton lines={6} />}
      {isShown && query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {isShown && query.data && (
        <PdfView base64={query.data.content} label={t('pdf')} isStale={query.isFetching} />
      )}
    </Section>
  );
}
