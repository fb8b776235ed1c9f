import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createUpload } from '../../../api/generated/imports.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { ColumnFields } from './column-fields.tsx';
import { type ImportType, problemsOf, termsOf } from './import-form.ts';
import { importType } from './import-view.ts';
import { useChosenFile } from './use-chosen-file.ts';
import { useNewImport } from './use-new-import.ts';

const route = getRouteApi('/imports/new');

/** Chooses a file, says what its columns are, and checks it or imports it. */
export function NewImport() {
  const t = useMessages('imports');
  const { type: wanted } = route.useSearch();
  const first = importType.all.find((each) => each === wanted) ?? 'CUSTOMERS';
  const [type, setType] = useState<ImportType>(first);
  const [isTried, setTried] = useState(false);
  const chosen = useChosenFile(type);
  const { start, isPending, isUploading, error } = useNewImport();
  const { file, header } = chosen;
  const problems = problemsOf(header?.columns ?? []);
  const isRight = header !== null && !problems.isEmpty && problems.byColumn.every((each) => each === null);
  const run = (dryRun: boolean) => {
    setTried(true);
    if (file && isRight) start(file, termsOf(type, header, { dryRun }));
  };
  const fileError = chosen.problem ?? (isTried && !file ? 'fileMissing' : null);
  return (
    <Page
      above={<Link to="/imports">{t('title')}</Link>}
      title={t('new')}
      actions={<SnippetButton code={snippet(createUpload, {})} />}
    >
      <UnsavedGuard isChanged={file !== null} />
      <div className="flex max-w-2xl min-w-0 flex-col gap-4">
        <SelectField
          label={t('type')}
          help={t(`typeHelp.${type}`)}
          value={type}
          options={importType.options(t)}
          onChange={({ target }) => {
            setType(target.value as ImportType);
            chosen.readAs(target.value as ImportType);
          }}
        />
        <FileField
          label={t('file')}
          help={t('fileHelp')}
          error={fileError ? t(fileError) : undefined}
          accept=".csv,.tsv,.txt,text/csv"
          onChoose={(each) => void chosen.choose(each)}
        />
      </div>
      {header && (
        <Section title={t('mapping')}>
          <p className="max-w-[72ch] text-muted">{t('mappingHelp')}</p>
          {isTried && problems.isEmpty && <p className="text-bad">{t('unmapped')}</p>}
          <ColumnFields
            type={type}
            columns={header.columns}
            problems={problems.byColumn}
            onChange={chosen.assign}
          />
        </Section>
      )}
      {error && <ProblemNotice error={error} />}
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" disabled={isPending} onClick={() => run(true)}>
            {isUploading ? t('uploading') : t('check')}
          </Button>
          <Button disabled={isPending} onClick={() => run(false)}>
            {t('start')}
          </Button>
        </div>
        <p className="max-w-[72ch] text-caption text-muted">{t('checkHelp')}</p>
      </div>
    </Page>
  );
}
