import { useQuery } from '@tanstack/react-query';
import { getOrganization } from '../api/generated/organization.ts';
import { one } from '../api/queries.ts';
import { useSession } from './session.tsx';

/** Of the organization, also when somebody has changed it since the session was read. Requests nothing. */
export function useOrganizationName(): string {
  const { organization } = useSession();
  const { data } = useQuery({ ...one(getOrganization, {}), enabled: false });
  return data?.name ?? organization.name;
}
