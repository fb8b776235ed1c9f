import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MeterCosts, UsageMeter } from '../../../api/generated/types.ts';
import { replaceMeterCosts } from '../../../api/generated/usage-meters.ts';
import type { InputOf } from '../../../api/operation.ts';
import { useTaggedWrite } from '../../../api/writes.ts';
import { dayIn, now } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConflictChoice } from '../../../parts/conflict-choice.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { UnsavedGuard } from '../../../parts/unsaved-guard.tsx';
import { useSession } from '../../../session/session.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { costForm } from './cost-form.ts';
import { CostRows } from './cost-rows.tsx';
import { costsQuery } from './costs-query.ts';

type Costs = InputOf<typeof replaceMeterCosts>['body']['costs'];

interface CostsFormProps {
  meter: UsageMeter;
  stored: { output: MeterCosts; tag: string | undefined };
}

/** The costs of a meter. Those that somebody else has saved meanwhile are not replaced unasked. */
export function CostsForm({ meter, stored }: CostsFormProps) {
  const t = useMessages('unitCosts');
  const client = useQueryClient();
  const { organization } = useSession();
  const [isSaved, setSaved] = useState(false);
  const [begun, setBegun] = useState(stored);
  const write = useTaggedWrite(replaceMeterCosts);
  const readAnew = () => client.fetchQuery({ ...costsQuery(meter.id), staleTime: 0 });
  const begin = (fresh: CostsFormProps['stored']) => {
    setBegun(fresh);
    write.reset();
    form.set(costForm(fresh.output.costs, t).initial);
  };
  const save = (costs: Costs, tag: string | undefined) =>
    write.mutate(
      { input: { usage_meter_id: meter.id, body: { costs } }, tag },
      {
        onSuccess: async () => {
          begin(await readAnew());
          setSaved(true);
        },
      },
    );
  const rules = costForm(begun.output.costs, t);
  const form = useForm(rules, (costs) => save(costs, begun.tag));
  return (
    <form onSubmit={form.submit} className="flex max-w-4xl flex-col gap-5">
      <UnsavedGuard isChanged={form.changes > 0} />
      <CostRows
        rows={form.rows('costs')}
        unit={meter.unit}
        currency={organization.baseCurrency}
        today={dayIn(now(), organization.timezone)}
      />
      <p className="max-w-[72ch] text-muted">{t('pastHelp')}</p>
      {isSaved && form.changes === 0 && <Notice kind="good" title={t('saved')} />}
      <ConflictChoice
        error={write.error}
        isPending={write.isPending}
        onMine={() => void readAnew().then(({ tag }) => save(rules.read(form.fields), tag))}
        onTheirs={() => void readAnew().then(begin)}
      />
      <SaveBar changes={form.changes} isPending={write.isPending} error={write.error} onReset={form.reset} />
    </form>
  );
}
