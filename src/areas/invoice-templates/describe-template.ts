import type { TemplateRow } from './store.ts';

export function describeTemplate({ id, name, status, version, content, createdAt, updatedAt }: TemplateRow) {
  return { id, name, status, version, content, createdAt, updatedAt };
}
