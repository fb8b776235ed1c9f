import { Link } from '@tanstack/react-router';
import { useMessages } from '../../../messages/catalogs.ts';
import { EVERY, gapsOf, type PriceMatrix } from './price-matrix.ts';

/** What no card bills, with the way to a meter for it. */
export function MatrixGaps({ matrix }: { matrix: PriceMatrix }) {
  const t = useMessages('priceMatrix');
  const gaps = gapsOf(matrix).filter(({ row }) => row !== EVERY);
  if (gaps.length === 0) return <p className="text-muted">{t('noGaps')}</p>;
  return (
    <div>
      <p>{t.count('gaps', gaps.length)}</p>
      <ul className="my-1 flex flex-wrap gap-x-4">
        {gaps.map(({ row, column }) => (
          <li key={`${row} ${column}`}>
            <bdi>{column === EVERY ? row : `${row} / ${column}`}</bdi>
          </li>
        ))}
      </ul>
      <Link to="/meters/new" className="text-accent hover:underline">
        {t('newMeter')}
      </Link>
    </div>
  );
}
