import { useMessages } from '../../messages/catalogs.ts';
import { Price, Quantity } from '../../ui/money.tsx';
import type { CurvePoint } from './curve-view.ts';

/** The numbers of a curve, each as the service computed it. */
export function CurveTable({ points, currency }: { points: readonly CurvePoint[]; currency: string }) {
  const t = useMessages('priceCurve');
  const head = 'sticky top-0 h-8 border-b border-line-strong bg-canvas px-2 text-end font-medium';
  const cell = 'h-8 border-b border-line px-2 text-end';
  return (
    <div role="region" aria-label={t('title')} tabIndex={0} className="max-h-80 overflow-auto">
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr className="text-caption text-muted">
            <th scope="col" className={head}>
              {t('quantity')}
            </th>
            <th scope="col" className={head}>
              {t('total')}
            </th>
            <th scope="col" className={head}>
              {t('unitPrice')}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ quantity, amount, unitPrice }) => (
            <tr key={quantity}>
              <td className={cell}>
                <Quantity quantity={quantity} />
              </td>
              <td className={cell}>
                <Price price={amount} currency={currency} />
              </td>
              <td className={cell}>{unitPrice ? <Price price={unitPrice} currency={currency} /> : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
