import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConfigurationDocument } from '../../../api/configuration-document.ts';
import { importConfiguration } from '../../../api/generated/configuration.ts';
import type { InputOf } from '../../../api/operation.ts';
import { send } from '../../../api/transport.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { ApplyResult, Comparison } from './comparison.tsx';
import { ImportSource } from './import-source.tsx';

function inputOf(configuration: ConfigurationDocument, dryRun: boolean): InputOf<typeof importConfiguration> {
  return { body: { configuration: configuration as never, dryRun } };
}

/** Compares by the import itself, rolled back, and then imports what was compared. */
export function ImportSection() {
  const t = useMessages('configuration');
  const [document, setDocument] = useState<ConfigurationDocument | null>(null);
  const apply = useWrite(importConfiguration);
  const compare = useMutation({
    mutationFn: async (read: () => Promise<ConfigurationDocument>) => {
      const wanted = await read();
      return { document: wanted, result: await send(importConfiguration, inputOf(wanted, true)) };
    },
    onSuccess: (found) => setDocument(found.document),
  });
  const begin = (read: () => Promise<ConfigurationDocument>) => {
    apply.reset();
    compare.mutate(read);
  };
  return (
    <>
      <p className="max-w-[72ch] text-muted">{t('importText')}</p>
      <ImportSource isPending={compare.isPending} onCompare={begin} />
      {compare.isError && <ProblemNotice error={compare.error} />}
      {apply.data ? (
        <ApplyResult result={apply.data} />
      ) : (
        compare.data &&
        !compare.isPending && (
          <Comparison
            result={compare.data.result}
            isPending={apply.isPending}
            error={apply.error}
            onApply={(onSuccess) => document && apply.mutate(inputOf(document, false), { onSuccess })}
          />
        )
      )}
    </>
  );
}
