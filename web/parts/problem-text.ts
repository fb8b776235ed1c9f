import { kindOf } from '../api/problem.ts';
import { useMessages } from '../messages/catalogs.ts';

/** Why something failed, in one sentence: what the service said, or that it could not be asked. */
export function useProblemText(): (error: unknown) => string {
  const t = useMessages('ui');
  return (error) => {
    switch (kindOf(error)) {
      case 'offline':
      case 'expired':
      case 'held':
        return t(`${kindOf(error) as 'offline' | 'expired' | 'held'}.title`);
      default:
        return error instanceof Error ? error.message : String(error);
    }
  };
}
