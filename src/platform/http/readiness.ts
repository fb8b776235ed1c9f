/** Whether balancers are to send requests here. */
export interface Readiness {
  /** False while the service starts or stops. */
  isServing(): boolean;
  /** Requests are still served, but callers are told to go elsewhere. */
  isDraining(): boolean;
  open(): void;
  drain(): void;
  close(): void;
}

export function readiness(): Readiness {
  let state: 'STARTING' | 'SERVING' | 'DRAINING' | 'STOPPED' = 'STARTING';
  return {
    isServing: () => state === 'SERVING',
    isDraining: () => state === 'DRAINING',
    open: () => {
      state = 'SERVING';
    },
    drain: () => {
      state = 'DRAINING';
    },
    close: () => {
      state = 'STOPPED';
    },
  };
}
