import { exact } from '../../../api/decimal.ts';
import type { CreateSimulationRequest } from '../../../api/generated/request-types.ts';
import { wholeOf } from '../../../format/decimals.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/simulator.json';
import type { FormRow } from '../../../ui/form-rows.ts';
import type { Form, FormErrors } from '../../../ui/use-form.ts';

type Say = Translate<keyof typeof texts>;

export type SimulatorFields = {
  name: string;
  basePlan: string;
  baseVersion: string;
  /** `plan`, `version` (empty: the newest) and `percent` (empty: prices as they are). */
  scenarios: readonly FormRow[];
  cohortPlan: string;
  cohortVersion: string;
  tag: string;
  period: string;
  start: string;
  end: string;
};

export const MAX_SCENARIOS = 5;
export const NEW_SCENARIO = { plan: '', version: '', percent: '' };

export function simulatorForm(say: Say): Form<SimulatorFields, CreateSimulationRequest> {
  return {
    initial: {
      ...{ name: '', basePlan: '', baseVersion: '', scenarios: [{ ...NEW_SCENARIO }] },
      ...{ cohortPlan: '', cohortVersion: '', tag: '', period: 'LAST_CLOSED_CYCLE', start: '', end: '' },
    },
    check: (fields) => check(fields, say),
    read: requestOf,
  };
}

function check(fields: SimulatorFields, say: Say): FormErrors<SimulatorFields> {
  const { name, basePlan, baseVersion, cohortPlan, cohortVersion, period, start, end } = fields;
  return {
    ...(name.trim() === '' && { name: say('nameNeeded') }),
    ...(!isVersion(baseVersion) && { baseVersion: say('versionInvalid') }),
    ...(basePlan === '' && baseVersion !== '' && { basePlan: say('planNeeded') }),
    ...(!isVersion(cohortVersion) && { cohortVersion: say('versionInvalid') }),
    ...(cohortPlan === '' && cohortVersion !== '' && { cohortPlan: say('planNeeded') }),
    ...(period === 'LOOKUP_RANGE' && start === '' && { start: say('dayNeeded') }),
    ...(period === 'LOOKUP_RANGE' && (end === '' || end <= start) && { end: say('endInvalid') }),
    ...Object.assign({}, ...fields.scenarios.map((row, index) => checkScenario(row, index, say))),
  };
}

function checkScenario({ plan, version = '', percent = '' }: FormRow, index: number, say: Say) {
  const value = readDecimal(percent);
  const at = (member: string) => `scenarios.${index}.${member}`;
  return {
    ...(!plan && { [at('plan')]: say('planNeeded') }),
    ...(!isVersion(version) && { [at('version')]: say('versionInvalid') }),
    ...(percent !== '' && value === null && { [at('percent')]: say('percentInvalid') }),
  };
}

function isVersion(text: string): boolean {
  return text === '' || (wholeOf(text) ?? 0) > 0;
}

function versionOf(plan: string, version: string) {
  return { pricePlanId: plan, ...(version !== '' && { version: wholeOf(version) ?? 1 }) };
}

export function requestOf(fields: SimulatorFields): CreateSimulationRequest {
  const { name, basePlan, baseVersion, scenarios, cohortPlan, cohortVersion, tag, period } = fields;
  return {
    name: name.trim(),
    ...(basePlan && { base: versionOf(basePlan, baseVersion) }),
    scenarios: scenarios.map(({ plan = '', version = '', percent = '' }) => {
      const value = readDecimal(percent);
      return {
        ...versionOf(plan, version),
        ...(value !== null && { adjustments: [{ percent: exact(value) }] }),
      };
    }),
    cohort: {
      ...(cohortPlan && versionOf(cohortPlan, cohortVersion)),
      ...(tag.trim() && { tag: tag.trim() }),
    },
    period:
      period === 'LOOKUP_RANGE'
        ? { mode: 'LOOKUP_RANGE', start: `${fields.start}T00:00:00Z`, end: `${fields.end}T00:00:00Z` }
        : { mode: 'LAST_CLOSED_CYCLE' },
  };
}
