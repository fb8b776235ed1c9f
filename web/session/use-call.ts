import { useState } from 'react';
import type { ApiOperation } from '../api/operation.ts';
import { send } from '../api/transport.ts';

/** A call of somebody without a session: there is nothing that could become stale. */
export function useCall<Input, Output>(
  operation: ApiOperation<Input, Output>,
  onDone: (output: Output) => void,
) {
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const call = async (input: Input) => {
    setPending(true);
    setError(null);
    try {
      onDone(await send(operation, input));
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  return { call: (input: Input) => void call(input), error, isPending };
}
