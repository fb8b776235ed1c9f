import { Histogram } from './histogram.ts';
import { type Lane, openLane } from './lane.ts';
import type { LoadPlan, LoadReport } from './protocol.ts';
import { prepareRequests } from './requests.ts';

/** Made before the clock starts, over all connections; each is sent many times, renewed. */
const PREPARED_EVENTS = 80_000;
const MAX_REQUESTS_PER_LANE = 64;

const TICK_MS = 1;
/** After that a connection without its answer is given up. */
const DRAIN_MS = 30_000;

/** A load whose connections are open and whose bodies are made: only sending is left. */
export interface PreparedLoad {
  run(): Promise<LoadReport>;
}

export async function prepareLoad(plan: LoadPlan): Promise<PreparedLoad> {
  const { hostname: host, port } = new URL(plan.url);
  const state = newState(plan);
  const share = Math.ceil(PREPARED_EVENTS / plan.connections / plan.batch);
  const perLane = Math.max(2, Math.min(MAX_REQUESTS_PER_LANE, share));
  const lanes = await new Promise<Lane[]>((resolve) => {
    const opened: Lane[] = Array.from({ length: plan.connections }, () =>
      openLane({ host, port: Number(port) }, prepareRequests(perLane, plan), {
        onResponse: (lane, status, hasRetryAfter) => note(state, { lane, status, hasRetryAfter }),
        onFree: (lane) => {
          state.free.push(lane);
          if (state.isRunning) state.pump();
          else if (state.free.length === plan.connections) resolve(opened);
        },
      }),
    );
  });
  return {
    run: async () => {
      const cpu = process.cpuUsage();
      state.isRunning = true;
      state.startedAt = performance.now();
      state.lastResponseAt = state.startedAt;
      await (plan.requestsPerSecond ? runOpen(state, plan.requestsPerSecond) : runClosed(state));
      const { user, system } = process.cpuUsage(cpu);
      for (const lane of lanes) lane.close();
      return describe(state, (user + system) / 1e6);
    },
  };
}

interface State {
  plan: LoadPlan;
  isRunning: boolean;
  startedAt: number;
  lastResponseAt: number;
  free: Lane[];
  inProgress: number;
  latencies: Histogram;
  statuses: Record<string, number>;
  unsent: number;
  withoutRetryAfter: number;
  /** Sends what may be sent now on free lanes. */
  pump(): void;
  onDrained: (() => void) | null;
}

function newState(plan: LoadPlan): State {
  return {
    ...{ plan, isRunning: false, startedAt: 0, lastResponseAt: 0, free: [], inProgress: 0 },
    ...{ latencies: new Histogram(), statuses: {}, unsent: 0, withoutRetryAfter: 0 },
    ...{ pump: () => undefined, onDrained: null },
  };
}

function note(state: State, response: { lane: Lane; status: number; hasRetryAfter: boolean }): void {
  const { lane, status, hasRetryAfter } = response;
  state.lastResponseAt = performance.now();
  state.inProgress -= 1;
  state.latencies.add(state.lastResponseAt - lane.dueAt);
  state.statuses[status] = (state.statuses[status] ?? 0) + 1;
  if (status !== 0 && !hasRetryAfter && (status === 503 || status === 429)) state.withoutRetryAfter += 1;
  if (state.inProgress === 0) state.onDrained?.();
}

function sendOn(state: State, lane: Lane, dueAt: number): void {
  lane.dueAt = dueAt;
  state.inProgress += 1;
  lane.send();
}

async function runClosed(state: State): Promise<void> {
  const { plan } = state;
  const until = state.startedAt + plan.seconds * 1000;
  let left = Math.ceil((plan.maxEvents ?? Number.POSITIVE_INFINITY) / plan.batch);
  const { promise, resolve } = Promise.withResolvers<void>();
  state.pump = () => {
    // The answer that freed the lane has just read the clock.
    const now = state.lastResponseAt;
    while (left > 0 && now < until) {
      const lane = state.free.pop();
      if (!lane) return;
      left -= 1;
      sendOn(state, lane, now);
    }
    if (state.inProgress === 0) resolve();
  };
  state.pump();
  // Whoever lost its connection may be the last one.
  state.onDrained = () => setTimeout(() => state.pump(), 0);
  const timer = setTimeout(resolve, plan.seconds * 1000 + DRAIN_MS);
  await promise;
  clearTimeout(timer);
}

async function runOpen(state: State, requestsPerSecond: number): Promise<void> {
  const { plan, startedAt } = state;
  const gapMs = 1000 / requestsPerSecond;
  const total = Math.floor(plan.seconds * requestsPerSecond);
  let sent = 0;
  let isOver = false;
  const dueBy = (now: number) => Math.min(total, Math.floor((now - startedAt) / gapMs) + 1);
  state.pump = () => {
    if (isOver) return;
    const due = dueBy(performance.now());
    while (sent < due) {
      const lane = state.free.pop();
      if (!lane) return;
      sendOn(state, lane, startedAt + sent * gapMs);
      sent += 1;
    }
  };
  while (performance.now() - startedAt < plan.seconds * 1000) {
    state.pump();
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  // What fell due within the last tick.
  state.pump();
  isOver = true;
  state.unsent = total - sent;
  if (state.inProgress > 0)
    await new Promise<void>((resolve) => {
      state.onDrained = resolve;
      setTimeout(resolve, DRAIN_MS).unref();
    });
}

function describe(state: State, cpuSeconds: number): LoadReport {
  const { latencies, statuses, unsent, withoutRetryAfter, plan, inProgress } = state;
  if (inProgress > 0) statuses[0] = (statuses[0] ?? 0) + inProgress;
  return {
    seconds: (state.lastResponseAt - state.startedAt) / 1000,
    ...{ statuses, unsent, withoutRetryAfter, cpuSeconds },
    acceptedEvents: (statuses[202] ?? 0) * plan.batch,
    p50Ms: latencies.quantile(0.5),
    p99Ms: latencies.quantile(0.99),
    maxMs: latencies.maxMs,
  };
}
