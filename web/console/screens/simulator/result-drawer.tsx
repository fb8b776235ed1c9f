import { useQuery } from '@tanstack/react-query';
import { listInvoices } from '../../../api/generated/invoices.ts';
import type { SimulationResult } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { formatPeriod } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ExplainLink } from '../../../parts/explain-link.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { CycleTable } from './cycle-table.tsx';
import { invoiceOf } from './result-points.ts';

interface ResultDrawerProps {
  simulationId: string;
  result: SimulationResult;
  onClose(): void;
}

/** The amounts of an account by cycle and rate card, before and after. */
export function ResultDrawer({ simulationId, result, onClose }: ResultDrawerProps) {
  const t = useMessages('simulator');
  const { accountId, accountName, currency, cycles, reason } = result;
  // Who may not read invoices has no links to them.
  const isAllowedTo = isAllowed(useSession(), listInvoices);
  const { data } = useQuery({
    ...one(listInvoices, { account_id: accountId, pageSize: MOST }),
    enabled: isAllowedTo,
  });
  const invoiceIdOf = (start: string) => invoiceOf(data?.data ?? [], start);
  return (
    <Drawer title={accountName} isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <p className="mb-3">
        <RecordLink area="accounts" id={accountId} />
      </p>
      {reason && <p className="text-muted">{reason}</p>}
      {cycles.map((cycle) => (
        <section key={cycle.start} className="mb-5">
          <h3 className="mb-1 flex flex-wrap items-center justify-between gap-2 font-semibold">
            {formatPeriod(cycle.start, cycle.end)}
            {invoiceIdOf(cycle.start) && (
              <span className="font-normal text-accent">
                <ExplainLink invoiceId={invoiceIdOf(cycle.start) ?? ''}>{t('invoiceOf')}</ExplainLink>
              </span>
            )}
          </h3>
          <CycleTable
            {...{ cycle, currency }}
            invoiceId={invoiceIdOf(cycle.start)}
            place={{ simulation_id: simulationId, scenario: result.scenario, account_id: accountId }}
          />
        </section>
      ))}
    </Drawer>
  );
}

const MOST = 50;
