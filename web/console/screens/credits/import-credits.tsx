import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { previewCredits } from '../../../api/generated/balances.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { MAX_ROWS } from './credit-csv.ts';
import { COLUMNS } from './credit-csv-row.ts';
import { isFaulty, requestOf } from './credit-csv-view.ts';
import { CsvFileField } from './csv-file-field.tsx';
import { GrantAll } from './grant-all.tsx';
import { ImportRows } from './import-rows.tsx';
import { useCreditCsv } from './use-credit-csv.ts';

/** Grants many credits from a table: each row is checked, and nothing is granted before all can be. */
export function ImportCredits() {
  const t = useMessages('creditImport');
  const [text, setText] = useState('');
  const [purpose, setPurpose] = useState('');
  const [isDone, setDone] = useState(false);
  const { file, rows, check, answers } = useCreditCsv(text, purpose);
  const faulty = rows.filter(isFaulty).length;
  return (
    <Page
      above={<Link to="/credits">{t('credits')}</Link>}
      title={t('title')}
      actions={<SnippetButton code={snippet(previewCredits, requestOf(rows.slice(0, 1)))} />}
    >
      <UnsavedGuard isChanged={text !== '' && !isDone} />
      <div className="grid min-w-0 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TextAreaField
          label={t('table')}
          help={t('tableHelp', { columns: COLUMNS.join(', '), max: MAX_ROWS })}
          value={text}
          spellCheck={false}
          placeholder={'account,amount,purpose,from,until'}
          error={file.problem === null ? undefined : t(`file.${file.problem}`, { detail: file.detail })}
          onChange={({ target }) => setText(target.value)}
          className="font-mono"
        />
        <div className="flex min-w-0 flex-col gap-4">
          <CsvFileField onRead={setText} />
          <TextField
            label={t('defaultPurpose')}
            help={t('defaultPurposeHelp')}
            maxLength={255}
            value={purpose}
            onChange={({ target }) => setPurpose(target.value)}
          />
        </div>
      </div>
      {check.error && <ProblemNotice error={check.error} onRetry={() => void check.refetch()} />}
      {faulty > 0 && (
        <Notice kind="bad" title={t.count('faulty', faulty)}>
          {t('faultyText')}
        </Notice>
      )}
      {rows.length > 0 && <ImportRows rows={rows} isChecking={check.isFetching} />}
      {answers && <GrantAll rows={rows} answers={answers} onDone={() => setDone(true)} />}
    </Page>
  );
}
