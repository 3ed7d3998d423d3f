/** The props and values of lookup fields. */
import type { TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import type { CreatableKind } from '#contract/kinds.ts';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';

export const choice = z.object({ value: z.int(), label: z.string() });
export type Choice = z.output<typeof choice>;

export interface LookupFieldProps<Row> extends Omit<TextInputProps, 'value' | 'onChange' | 'onKeyDown'> {
  endpoint: ListEndpoint<Row>;
  sort?: string;
  /** Further query parameters of the endpoint. */
  filters?: Record<string, string>;
  /** Further rows that a typed text finds, by another call. */
  alsoFinds?: (search: string, signal: AbortSignal) => Promise<Row[]>;
  /** Two rows may have one value, such as a product and a batch of it; their labels differ. */
  toChoice: (row: Row) => Choice;
  /** Filters the rows that are offered; where records can be added, the others are inactive. */
  offers?: (row: Row) => boolean;
  /** Shown at the right end of a choice. */
  hint?: (row: Row) => ReactNode;
  chosen: Choice | null;
  onChoose: (row: Row) => void;
  /** Set for a field that may be empty; called when its text is deleted. */
  onClear?: () => void;
  /** A pasted name without a record: it stays in the field until something else is typed or chosen. */
  unmatched?: { name: string; drop: () => void };
  /** The kind that users with permission can add a missing record to. */
  creates?: CreatableKind | readonly CreatableKind[];
  /** Whether a row is of the record that was just created, where its id isn't that of the choice. */
  isCreated?: (row: Row, kind: CreatableKind, id: number) => boolean;
  /** For a field whose container would cut off the choices. */
  inPortal?: boolean;
  'data-path'?: string;
}
