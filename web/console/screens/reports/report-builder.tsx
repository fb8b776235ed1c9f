import { useSuspenseQuery } from '@tanstack/react-query';
import { getReportSources } from '../../../api/generated/reports.ts';
import type { QueryInput } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { builderForm } from './builder-form.ts';
import { ColumnFields, FilterFields } from './builder-rows.tsx';
import { columnText } from './column-text.ts';

interface ReportBuilderProps {
  query: QueryInput | null;
  onRun(query: QueryInput): void;
}

/** Source, columns with what is done to them, filters and order of a report. */
export function ReportBuilder({ query, onRun }: ReportBuilderProps) {
  const t = useMessages('reports');
  const { data } = useSuspenseQuery(one(getReportSources, {}));
  const form = useForm(builderForm(t, query), onRun);
  const { source, columns } = form.fields;
  const known = data.sources.find(({ name }) => name === source)?.columns ?? [];
  return (
    <form onSubmit={form.submit} className="flex max-w-3xl flex-col gap-5 border-b border-line pb-5">
      <SelectField
        label={t('source')}
        options={data.sources.map(({ name }) => ({
          value: name,
          text: t(`source.${name}` as 'source.revenue'),
        }))}
        {...form.input('source')}
        // The columns of another source have other names.
        onChange={({ target }) => form.set({ source: target.value, columns: [], filters: [], sort: '' })}
      />
      <ColumnFields form={form} known={known} />
      <FilterFields form={form} known={known} />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t('sort')}
          options={[
            { value: '', text: t('byGroups') },
            ...columns.map(({ column = '' }, index) => ({
              value: String(index),
              text: `${index + 1}. ${column && columnText(column, t)}`,
            })),
          ]}
          {...form.input('sort')}
        />
        <SelectField
          label={t('direction')}
          options={(['ASC', 'DESC'] as const).map((value) => ({ value, text: t(`direction.${value}`) }))}
          {...form.input('direction')}
        />
      </div>
      <span>
        <Button kind="primary" type="submit">
          {t('show')}
        </Button>
      </span>
    </form>
  );
}
