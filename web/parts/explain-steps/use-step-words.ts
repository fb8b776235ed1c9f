import { use } from 'react';
import { atOnce } from '../../messages/at-once.ts';
import { loadMessages, useMessages } from '../../messages/catalogs.ts';

type Translator = typeof import('./translate-step.ts');

let loading: Promise<Translator> | undefined;

/** The patterns are code of their own, which only explanations need. */
function loadTranslator(): Promise<Translator> {
  loading ??= atOnce(import('./translate-step.ts'));
  return loading;
}

/** Loads what translates sentences, once. A route does so before its screen appears. */
export function loadStepWords(): Promise<unknown> {
  return Promise.all([loadTranslator(), loadMessages('steps')]);
}

/** Says a sentence of an explanation in the language of the reader. */
export function useStepWords(): (step: string) => string {
  const t = useMessages('steps');
  const { translateStep } = use(loadTranslator());
  return (step) => translateStep(step, t);
}
