import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { previewCredits } from '../../../api/generated/balances.ts';
import { inParts } from '../../../api/queries.ts';
import { now } from '../../../format/time.ts';
import { readCreditCsv } from './credit-csv.ts';
import { checkedRows, partsOf } from './credit-csv-view.ts';

/** Reads a file while it is typed or pasted, and lets the service check the rows that can be read. */
export function useCreditCsv(text: string, purpose: string) {
  const [deferredText, deferredPurpose] = [useDeferredValue(text), useDeferredValue(purpose)];
  const today = now().slice(0, 10);
  const file = useMemo(
    () => readCreditCsv(deferredText, { purpose: deferredPurpose, today }),
    [deferredText, deferredPurpose, today],
  );
  const parts = useMemo(() => partsOf(file.rows.flatMap(({ grant }) => grant ?? [])), [file.rows]);
  const check = useQuery({
    ...inParts(
      previewCredits,
      parts.map((creditRequests) => ({ body: { creditRequests } })),
    ),
    enabled: parts.length > 0,
    retry: false,
  });
  const answers = parts.length > 0 ? check.data : undefined;
  const rows = useMemo(() => checkedRows(file.rows, answers), [file.rows, answers]);
  return { file, rows, check, answers };
}
