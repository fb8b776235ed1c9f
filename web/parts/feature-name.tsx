import { useQuery } from '@tanstack/react-query';
import { getFeature } from '../api/generated/features.ts';
import { one } from '../api/queries.ts';
import { isAllowed, useSession } from '../session/session.tsx';

const STALE_MS = 300_000;

/** A feature by its name, once it is known; by its id to those who may not read features. */
export function FeatureName({ id }: { id: string }) {
  const enabled = isAllowed(useSession(), getFeature);
  const { data } = useQuery({ ...one(getFeature, { feature_id: id }), enabled, staleTime: STALE_MS });
  return <bdi className="break-words">{data ? data.displayName || data.name : id}</bdi>;
}
