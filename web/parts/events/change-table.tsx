import { useMessages } from '../../messages/catalogs.ts';
import { Money, Quantity } from '../../ui/money.tsx';
import type { Change } from './correction-view.ts';

/** Amounts or quantities before and after, with their difference. */
export function ChangeTable({ name, changes }: { name: string; changes: readonly Change[] }) {
  const t = useMessages('corrections');
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={name}>
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr className="text-caption text-muted">
            <th scope="col" className="h-8 border-b border-line-strong pe-3 text-start font-medium">
              {name}
            </th>
            {(['before', 'after', 'difference'] as const).map((key) => (
              <th key={key} scope="col" className="h-8 border-b border-line-strong ps-3 text-end font-medium">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ id, title, note, before, after, difference, currency }) => (
            <tr key={id}>
              <th scope="row" className="h-9 border-b border-line py-1.5 pe-3 text-start font-normal">
                <bdi className="break-words">{title}</bdi>
                <bdi className="block text-caption break-words text-muted">{note}</bdi>
              </th>
              {[before, after, difference].map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: always the same three columns
                <td key={index} className="border-b border-line ps-3 text-end">
                  {currency === null ? (
                    <Quantity quantity={value} />
                  ) : (
                    <Money amount={value} currency={currency} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
