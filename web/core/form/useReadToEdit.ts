import { useMutation } from '@tanstack/react-query';

interface Opening<Row, Read> {
  read: (row: Row) => Promise<Read>;
  open: (record: Read) => void;
  onFailed: (fault: Error) => void;
}

/** Reads a record and opens it in the form. An answer is void once another one is read, or `forget` was called. */
export function useReadToEdit<Row, Read>({ read, open, onFailed }: Opening<Row, Read>) {
  const { mutate, reset } = useMutation({ mutationFn: read });
  // Passed with the call: then they are called for the last one alone.
  return { edit: (row: Row) => mutate(row, { onSuccess: open, onError: onFailed }), forget: reset };
}
