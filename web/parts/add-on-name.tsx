import { useQuery } from '@tanstack/react-query';
import { getAddOn } from '../api/generated/add-ons.ts';
import { one } from '../api/queries.ts';
import { isAllowed, useSession } from '../session/session.tsx';

const STALE_MS = 300_000;

/** An add-on by its name, once it is known; by its id to those who may not read add-ons. */
export function AddOnName({ id }: { id: string }) {
  const enabled = isAllowed(useSession(), getAddOn);
  const { data } = useQuery({ ...one(getAddOn, { addon_id: id }), enabled, staleTime: STALE_MS });
  return <bdi className="break-words">{data ? data.displayName || data.name : id}</bdi>;
}
