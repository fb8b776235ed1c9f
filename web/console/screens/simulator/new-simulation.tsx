import { Link, useNavigate } from '@tanstack/react-router';
import { createSimulation } from '../../../api/generated/price-experiments.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordField } from '../../../parts/record-field.tsx';
import { plans } from '../../../parts/record-kinds.ts';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { DateField, SelectField, TextField } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { MAX_SCENARIOS, NEW_SCENARIO, type SimulatorFields, simulatorForm } from './simulator-form.ts';

const LETTERS = 'ABCDE';
const PERIODS = ['LAST_CLOSED_CYCLE', 'LOOKUP_RANGE'] as const;

/** Up to five prices for what accounts really used. */
export function NewSimulation() {
  const t = useMessages('simulator');
  const navigate = useNavigate();
  const write = useWrite(createSimulation);
  const open = (simulationId: string) =>
    void navigate({ to: '/simulator/$simulationId', params: { simulationId }, ignoreBlocker: true });
  const form = useForm(simulatorForm(t), (body) =>
    write.mutate({ body }, { onSuccess: ({ id }) => open(id) }),
  );
  const rows = form.rows('scenarios');
  return (
    <Page above={<Link to="/simulator">{t('title')}</Link>} title={t('new')}>
      <form onSubmit={form.submit} className="flex max-w-3xl flex-col gap-5">
        <UnsavedGuard isChanged={form.changes > 0} />
        <TextField label={t('name')} maxLength={100} {...form.input('name')} />
        <RowsField
          label={t('scenarios')}
          help={t('scenariosHelp')}
          rows={rows}
          newRow={() => ({ ...NEW_SCENARIO })}
          addLabel={t('addScenario')}
          nameOf={(index) => t('scenario', { letter: LETTERS.charAt(index) })}
          min={1}
          max={MAX_SCENARIOS}
        >
          {(_, index) => (
            <>
              <RecordField kind={plans} label={t('plan')} {...rows.input(index, 'plan')} />
              <TextField label={t('version')} placeholder={t('newest')} {...rows.input(index, 'version')} />
              <DecimalField label={t('percent')} unit="%" {...rows.input(index, 'percent')} />
            </>
          )}
        </RowsField>
        <Compared form={form} />
        <SaveBar
          changes={form.changes}
          isPending={write.isPending}
          error={write.error}
          onReset={form.reset}
          label={t('run')}
          isNew
        />
      </form>
    </Page>
  );
}

function Compared({ form }: { form: ReturnType<typeof useForm<SimulatorFields, unknown>> }) {
  const t = useMessages('simulator');
  const pair = 'grid gap-3 sm:grid-cols-[minmax(0,1fr)_8rem]';
  return (
    <>
      <div className={pair}>
        <RecordField kind={plans} label={t('base')} help={t('baseHelp')} {...form.input('basePlan')} />
        <TextField label={t('version')} placeholder={t('newest')} {...form.input('baseVersion')} />
      </div>
      <div className={pair}>
        <RecordField kind={plans} label={t('cohort')} help={t('cohortHelp')} {...form.input('cohortPlan')} />
        <TextField label={t('version')} placeholder={t('every')} {...form.input('cohortVersion')} />
      </div>
      <TextField label={t('tag')} help={t('tagHelp')} {...form.input('tag')} />
      <SelectField
        label={t('period')}
        options={PERIODS.map((value) => ({ value, text: t(`period.${value}`) }))}
        {...form.input('period')}
      />
      {form.fields.period === 'LOOKUP_RANGE' && (
        <div className="grid gap-3 sm:grid-cols-2">
          <DateField label={t('start')} {...form.input('start')} />
          <DateField label={t('end')} help={t('endHelp')} {...form.input('end')} />
        </div>
      )}
    </>
  );
}
