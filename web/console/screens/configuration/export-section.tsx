import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PARTS, type Part, readConfiguration, withParts } from '../../../api/configuration-document.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { place } from '../../../session/environment.ts';
import { Button } from '../../../ui/button.tsx';
import { download } from '../../../ui/data-table/csv.ts';
import { Download } from '../../../ui/icons.ts';
import { PartChoice } from './part-choice.tsx';

/** The configuration as a file. */
export function ExportSection() {
  const t = useMessages('configuration');
  const [parts, setParts] = useState<ReadonlySet<Part>>(new Set(PARTS));
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => withParts(await readConfiguration(place.environment), parts),
    onSuccess: (document) => {
      const name = `configuration-${place.environment}.json`;
      download(name, JSON.stringify(document, null, 2), 'application/json');
    },
  });
  return (
    <>
      <p className="max-w-[72ch] text-muted">{t('exportText')}</p>
      <PartChoice label={t('parts')} chosen={parts} onChange={setParts} />
      {error !== null && <ProblemNotice error={error} onRetry={() => mutate()} />}
      <span>
        <Button icon={Download} disabled={isPending || parts.size === 0} onClick={() => mutate()}>
          {t('download')}
        </Button>
      </span>
    </>
  );
}
