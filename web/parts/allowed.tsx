import type { ReactNode } from 'react';
import type { OperationFacts } from '../api/operation.ts';
import { isAllowed, useSession } from '../session/session.tsx';

interface AllowedProps {
  operation: Pick<OperationFacts, 'scope'>;
  children: ReactNode;
}

/** Shows what leads to an operation only to those who may call it. */
export function Allowed({ operation, children }: AllowedProps) {
  return isAllowed(useSession(), operation) ? children : null;
}
