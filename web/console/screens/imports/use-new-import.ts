import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { uploadCsv } from '../../../api/files.ts';
import { createImport } from '../../../api/generated/imports.ts';
import { useWrite } from '../../../api/writes.ts';
import type { ImportTerms } from './import-form.ts';

/** Uploads a file and imports it; a file that was uploaded before is not sent a second time. */
export function useNewImport() {
  const navigate = useNavigate();
  const upload = useMutation({ mutationFn: uploadCsv });
  const create = useWrite(createImport);
  const begin = (fileId: string, terms: ImportTerms) =>
    create.mutate(
      { body: { ...terms, fileId } },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: '/imports/$importId', params: { importId: id }, ignoreBlocker: true }),
      },
    );
  return {
    start: (file: File, terms: ImportTerms) => {
      create.reset();
      if (upload.data !== undefined && upload.variables === file) return begin(upload.data, terms);
      upload.mutate(file, { onSuccess: (fileId) => begin(fileId, terms) });
    },
    begin,
    isPending: upload.isPending || create.isPending,
    isUploading: upload.isPending,
    error: upload.error ?? create.error,
  };
}
