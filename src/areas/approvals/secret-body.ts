import type { Deployment } from '#platform/deployment.ts';
import type { Operation } from '#platform/http/operation.ts';
import type { ApprovalRow } from './store/approvals.ts';

type Sealing = Pick<Deployment, 'sealing'>;

/** The body that an approval shows, and the whole one, sealed, if a member of it is secret. */
export function hideSecrets(
  { sealing }: Sealing,
  { secretMembers = [] }: Pick<Operation, 'secretMembers'>,
  { orgId, id, body }: Pick<ApprovalRow, 'orgId' | 'id' | 'body'>,
): Pick<ApprovalRow, 'body' | 'sealedBody'> {
  const sent: unknown = body === null || secretMembers.length === 0 ? null : JSON.parse(body);
  const isSecret = (name: string) => secretMembers.includes(name);
  if (typeof sent !== 'object' || sent === null || !Object.keys(sent).some(isSecret))
    return { body, sealedBody: null };
  const shown = Object.entries(sent).map(([name, value]) => [name, isSecret(name) ? HIDDEN : value]);
  return {
    body: JSON.stringify(Object.fromEntries(shown)),
    sealedBody: sealing.seal(Buffer.from(body ?? '', 'utf8'), { orgId, id: placeOf(id) }),
  };
}

/** The body to execute. */
export function bodyAsSent(
  { sealing }: Sealing,
  { orgId, id, body, sealedBody }: Pick<ApprovalRow, 'orgId' | 'id' | 'body' | 'sealedBody'>,
): string | null {
  return sealedBody === null ? body : sealing.open(sealedBody, { orgId, id: placeOf(id) }).toString('utf8');
}

const HIDDEN = '[secret]';

function placeOf(id: string): string {
  return `approval ${id}`;
}
