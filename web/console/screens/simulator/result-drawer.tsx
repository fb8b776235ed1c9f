import type { SimulationResult } from '../../../api/generated/types.ts';
import { formatPeriod } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { Money } from '../../../ui/money.tsx';

/** The amounts of an account by cycle and rate card, before and after. */
export function ResultDrawer({ result, onClose }: { result: SimulationResult; onClose(): void }) {
  const t = useMessages('simulator');
  const { accountId, accountName, currency, cycles, reason } = result;
  return (
    <Drawer title={accountName} isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <p className="mb-3">
        <RecordLink area="accounts" id={accountId} />
      </p>
      {reason && <p className="text-muted">{reason}</p>}
      {cycles.map((cycle) => (
        <section key={cycle.start} className="mb-5">
          <h3 className="mb-1 font-semibold">{formatPeriod(cycle.start, cycle.end)}</h3>
          <table className="w-full border-separate border-spacing-0">
            <thead>
              <tr className="text-caption text-muted">
                {(['card', 'before', 'after', 'difference'] as const).map((key, index) => (
                  <th key={key} scope="col" className={index === 0 ? START : END}>
                    {t(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cycle.cards.map((card) => (
                <tr key={`${card.type} ${card.billableId}`}>
                  <td className="h-8 border-b border-line break-words">
                    <bdi>{card.displayName}</bdi>
                  </td>
                  {[card.base, card.candidate, card.difference].map((amount, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: always the same three columns
                    <td key={index} className="h-8 border-b border-line ps-3 text-end">
                      <Money amount={amount} currency={currency} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </Drawer>
  );
}

const START = 'h-8 border-b border-line-strong text-start font-medium';
const END = 'h-8 border-b border-line-strong ps-3 text-end font-medium';
