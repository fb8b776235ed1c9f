import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createPricePlanMigrationV2 } from '../../../api/generated/plan-migrations.ts';
import { createSimulation } from '../../../api/generated/price-experiments.ts';
import type { CreatePricePlanMigrationRequest } from '../../../api/generated/request-types.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { plans } from '../../../parts/record-kinds.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { MODES, migrationForm, requestOf } from './migration-form.ts';
import { MigrationPreview } from './migration-preview.tsx';

const route = getRouteApi('/migrations/new');

/** Moves accounts of a plan version to another one: first a preview, then a sample or all of them. */
export function NewMigration() {
  const t = useMessages('migrations');
  const search = route.useSearch();
  const [previewed, setPreviewed] = useState<CreatePricePlanMigrationRequest | null>(null);
  const dryRun = useWrite(createPricePlanMigrationV2);
  const simulate = useWrite(createSimulation);
  const preview = (body: CreatePricePlanMigrationRequest) => {
    setPreviewed(body);
    dryRun.mutate({ dry_run: true, body });
    const { sourceId, sourceVersion, targetId, targetVersion } = body;
    if (!targetId) return simulate.reset();
    const name = t('simulationName', { version: sourceVersion }).slice(0, 100);
    const scenario = { pricePlanId: targetId, ...(targetVersion && { version: targetVersion }) };
    const cohort = { pricePlanId: sourceId, version: sourceVersion };
    simulate.mutate({ body: { name, scenarios: [scenario], cohort } });
  };
  const form = useForm(migrationForm(search, t), preview);
  return (
    <Page
      above={<Link to="/plans">{t('plans')}</Link>}
      title={t('title')}
      actions={<SnippetButton code={snippet(createPricePlanMigrationV2, { body: requestOf(form.fields) })} />}
    >
      <form onSubmit={form.submit} className="flex max-w-3xl flex-col gap-4">
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_8rem]">
          <RecordField kind={plans} label={t('source')} {...form.input('source')} />
          <TextField label={t('version')} inputMode="numeric" {...form.input('version')} />
          <RecordField kind={plans} label={t('target')} help={t('targetHelp')} {...form.input('target')} />
          <TextField
            label={t('version')}
            help={t('targetVersionHelp')}
            inputMode="numeric"
            {...form.input('targetVersion')}
          />
        </div>
        <SelectField
          label={t('mode')}
          options={MODES.map((value) => ({ value, text: t(`mode.${value}`) }))}
          {...form.input('mode')}
        />
        <CheckboxField label={t('offsets')} help={t('offsetsHelp')} {...form.checkbox('keepsOffsets')} />
        <span>
          <Button kind="primary" type="submit" disabled={dryRun.isPending}>
            {dryRun.isPending ? t('previewing') : t('preview')}
          </Button>
        </span>
      </form>
      {dryRun.error && <ProblemNotice error={dryRun.error} />}
      {dryRun.data && previewed && (
        <MigrationPreview
          body={previewed}
          total={dryRun.data.accountsTotal ?? 0}
          accounts={dryRun.data.accounts ?? []}
          simulationId={simulate.data?.id}
        />
      )}
    </Page>
  );
}
