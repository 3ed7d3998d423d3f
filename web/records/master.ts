/** What a master's own file says: its calls, its columns, its fields, its words. Everything else is MasterPage. */
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoints.ts';
import type { MasterResource } from '#contract/resources.ts';
import type { ListEndpoint } from '#web/list/listEndpoint.ts';
import type { Subject } from '#web/ui/ConfirmFrame.tsx';
import type { Card, Column } from '#web/ui/DataTable.tsx';
import type { FailureAlert } from './failureAlert.ts';

interface WriteEndpoint<Body> extends Endpoint {
  body: z.ZodType<unknown, Body>;
}

interface RemoveEndpoint extends Endpoint {
  answer: z.ZodType<unknown, { message: string }>;
}

export interface MasterDefinition<Row, Values, Body> {
  master: MasterResource;
  calls: {
    list: ListEndpoint<Row>;
    get: Endpoint & { answer: z.ZodType<unknown, Row> };
    create: WriteEndpoint<Body>;
    update: WriteEndpoint<Body>;
    remove: RemoveEndpoint;
  };
  rowId: (row: Row) => number;
  /** What a record is called, where a button names it. */
  nameOf: (row: Row) => string;
  /** By what else one knows it, where a question is about it. */
  factsOf: (row: Row) => Subject['facts'];
  columns: readonly Column<Row>[];
  card: (row: Row) => Card;
  /** What the fields hold while one types, right or wrong, under the names that the contract has for them. */
  values: z.ZodType<Values>;
  /** The fields' first values, those of a record, and the fields themselves, for adding and editing alike. */
  blank: Values;
  valuesOf: (row: Row) => Values;
  Fields: (props: { form: UseFormReturnType<Values>; row?: Row }) => ReactNode;
  /** What is sent. What is missing becomes what no schema takes, so that the contract alone says what is wrong. */
  bodyOf: (values: Values) => Body;
  words: MasterWords<Values>;
}

interface MasterWords<Values> {
  title: string;
  searchHint: string;
  addNew: string;
  add: string;
  edit: string;
  empty: string;
  /** What is said where the list cannot be loaded, above the reason. */
  loadFailed?: string;
  added: string;
  updated: string;
  deleted: string;
  confirmDelete: string;
  /** The alert for values that break a rule of the screen. */
  invalid?: (values: Values, errors: Record<string, ReactNode>) => string | undefined;
  saveFailed: (fault: unknown, editing: boolean) => FailureAlert;
  deleteFailed: (fault: unknown) => FailureAlert;
}
