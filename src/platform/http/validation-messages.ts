import type { ErrorObject } from 'ajv';
import { suggestName } from './unknown-names.ts';

/** More than a message can hold; a hostile body may cause tens of thousands. */
const MAX_PROBLEMS = 100;

/** Sentences of the form `field: rule` for validation errors, in the order of the schema. */
export function describeProblems(errors: readonly ErrorObject[]): string[] {
  const sentences = new Set<string>();
  for (const error of errors) {
    const sentence = describe(error);
    if (sentence) sentences.add(sentence);
    if (sentences.size === MAX_PROBLEMS) break;
  }
  return [...sentences];
}

function describe(error: ErrorObject): string | null {
  const at = path(error.instancePath);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownField(error, at);
    case 'required':
      return `${join(at, String(params.missingProperty))}: is required`;
    case 'if':
    case 'anyOf':
    case 'oneOf':
      return at ? `${at}: must have one of the allowed forms` : null;
    case 'propertyNames':
      return `${at}: must not have the key ${clip(String(params.propertyName))}`;
    default:
      return `${at || 'body'}: ${rule(error) ?? error.message ?? 'is not valid'}`;
  }
}

/** The validator runs in verbose mode, so that an error includes the schema that lists the known members. */
function unknownField({ params, parentSchema }: ErrorObject, at: string): string {
  const name = String((params as { additionalProperty: unknown }).additionalProperty);
  const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
  return `unknown field ${clip(join(at, name))}${suggestName(name, known)}`;
}

function rule({ keyword, params, parentSchema }: ErrorObject): string | null {
  const { form } = (parentSchema ?? {}) as { form?: string };
  switch (keyword) {
    case 'type':
      return `must be ${article([params.type].flat().map(String).join(' or '))}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minItems':
      return `must have at least ${params.limit} entries`;
    case 'maxItems':
      return `must have at most ${params.limit} entries`;
    case 'uniqueItems':
      return 'must not contain an entry twice';
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'maxProperties':
      return `must have at most ${params.limit} keys`;
    case 'minProperties':
      return `must have at least ${params.limit} keys`;
    case 'pattern':
      return params.pattern === '\\S' ? 'must not be blank' : (form ?? 'does not have the required form');
    case 'not':
      return 'must not be null';
    default:
      return null;
  }
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** `/slabs/0/rate` → `slabs[0].rate`. */
function path(pointer: string): string {
  let text = '';
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    text += /^\d+$/.test(name) ? `[${name}]` : text ? `.${name}` : name;
  }
  return clip(text);
}

function join(at: string, name: string): string {
  return at ? `${at}.${name}` : name;
}

function clip(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
