import type { Address as WireAddress } from '../api/generated/types.ts';
import { countryName } from '../format/country.ts';

/** Lines of an address, as they were stored; the country by its name. */
export function Address({ address }: { address: WireAddress | undefined }) {
  const lines = [
    address?.line1,
    address?.line2,
    [address?.postalCode, address?.city, address?.state].filter(Boolean).join(' '),
    address?.country && countryName(address.country),
  ].filter((line) => line !== undefined && line !== '');
  if (lines.length === 0) return <span className="text-faint">—</span>;
  return (
    <span className="flex flex-col">
      {lines.map((line) => (
        <bdi key={line}>{line}</bdi>
      ))}
    </span>
  );
}
