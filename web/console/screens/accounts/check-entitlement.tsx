import { useState } from 'react';
import { checkEntitlement } from '../../../api/generated/entitlements.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { features } from '../../../parts/record-kinds.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Section } from '../../../ui/page.tsx';

/** Asks as a program would; it uses nothing. */
export function CheckEntitlement({ accountId }: { accountId: string }) {
  const t = useMessages('entitlements');
  const [featureId, setFeatureId] = useState('');
  const [value, setValue] = useState('true');
  const { mutate, isPending, error, data, reset } = useWrite(checkEntitlement);
  return (
    <Section title={t('check')}>
      <form
        className="flex max-w-2xl flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (featureId !== '') mutate({ account_id: accountId, feature_id: featureId, body: { value } });
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <RecordField
            label={t('feature')}
            kind={features}
            value={featureId}
            onChange={({ target }) => {
              reset();
              setFeatureId(target.value);
            }}
          />
          <TextField
            label={t('value')}
            value={value}
            autoComplete="off"
            onChange={({ target }) => {
              reset();
              setValue(target.value);
            }}
          />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={isPending || featureId === ''}>
            {t('checkNow')}
          </Button>
          <span role="status" className="font-medium">
            {data && (data.success ? t('entitled') : t('notEntitled'))}
          </span>
        </div>
        {error !== null && <ProblemNotice error={error} />}
      </form>
    </Section>
  );
}
