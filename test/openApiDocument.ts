/** The description of the API as tests read it: each call with its example, its faulty content, and a judge of its answers. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { z } from 'zod';

const jsonSchema = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
  maximum: z.number().optional(),
  required: z.array(z.string()).default([]),
  get properties() {
    return z.record(z.string(), jsonSchema).default({});
  },
  get items() {
    return jsonSchema.optional();
  },
  /** The types of a field that may be null. */
  get anyOf() {
    return z.array(jsonSchema).default([]);
  },
  $ref: z.string().optional(),
});

export type JsonSchema = z.output<typeof jsonSchema>;

const parameter = z.object({
  in: z.enum(['path', 'query', 'header']),
  name: z.string(),
  required: z.boolean(),
  schema: jsonSchema,
  examples: z.record(z.string(), z.object({ value: z.coerce.string() })).default({}),
});

const requestBody = z.object({
  schema: jsonSchema,
  examples: z.record(z.string(), z.object({ value: z.unknown() })).default({}),
});

const operation = z.object({
  operationId: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ content: z.looseObject({ 'application/json': requestBody.optional() }) }).optional(),
  responses: z.record(
    z.string(),
    z.object({
      content: z.record(z.string(), z.unknown()),
      headers: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
});

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const documentSchema = z.object({
  servers: z.tuple([z.object({ url: z.string() })]),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

function exampleOf<Value>({ examples }: { examples: Record<string, { value: Value }> }): Value | undefined {
  return Object.values(examples)[0]?.value;
}

/** Content of which each field is of another type than it should be, and the names of these fields. */
function faultyContent(schema: JsonSchema): { value: unknown; fields: string[] } {
  if (schema.items && Object.keys(schema.items.properties).length > 0) {
    const { value, fields } = faultyContent(schema.items);
    return { value: [value], fields: fields.map((field) => `0.${field}`) };
  }
  const faults = Object.entries(schema.properties).map(([name, field]) => {
    // A list of plain values is faulty as a whole.
    if (!field.items || Object.keys(field.items.properties).length === 0) {
      // An empty object is right where all of its fields may be missing, and is named by them else.
      const isObject = [field, ...field.anyOf].some(({ type, $ref }) => type === 'object' || $ref !== undefined);
      return { entry: [name, isObject ? 'x' : {}], fields: [name] };
    }
    const inner = faultyContent(field);
    return { entry: [name, inner.value], fields: inner.fields.map((each) => `${name}.${each}`) };
  });
  return {
    value: Object.fromEntries(faults.map(({ entry }) => entry)),
    fields: faults.flatMap(({ fields }) => fields),
  };
}

function faultyParameter({ type, maxLength, enum: values }: JsonSchema): string {
  return type === 'string' && maxLength !== undefined && !values ? 'x'.repeat(maxLength + 1) : 'x';
}

/** Reads the description; `judge` answers what is wrong with an answer, an empty text where nothing is. */
export function readDocument(document: object) {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    multipleOfPrecision: 6,
    formats: fullFormats,
    // Most of what is compiled is used a few times.
    code: { optimize: false },
  });
  ajv.addFormat('starts_with', true);
  ajv.addSchema(document, 'api');

  /** By its text: many calls answer the same, and what a schema names it names from the document's root. */
  const validators = new Map<string, ReturnType<typeof ajv.getSchema>>();
  /** Faults of content by the schema at a place of the document. */
  const faultsBy = (place: readonly string[], content: unknown): string => {
    const text = JSON.stringify(place.reduce<unknown>((part, key) => Object(part)[key], document));
    const pointer = place.map((key) => key.replaceAll('/', '~1')).join('/');
    const validate = validators.get(text) ?? ajv.getSchema(`api#/${pointer}`);
    if (!validate) throw new Error(`no schema at ${pointer}`);
    validators.set(text, validate);
    return validate(content) ? '' : ajv.errorsText(validate.errors);
  };

  const { servers, paths } = documentSchema.parse(document);
  const base = servers[0].url;
  const operations = Object.entries(paths).flatMap(([path, calls]) =>
    methods.flatMap((method) => {
      const found = calls[method.toLowerCase()];
      if (!found) return [];
      const query = found.parameters.filter((each) => each.in === 'query');
      const id = found.parameters.find((each) => each.in === 'path');
      const body = found.requestBody?.content['application/json'];
      const place = ['paths', path, method.toLowerCase()];

      /** Faults of an answer; an empty text if there are none. */
      const judge = (status: number, mediaType: string, content: unknown): string => {
        const answer = found.responses[status];
        if (!answer) return `status ${status} is not listed`;
        if (!(mediaType in answer.content)) return `${mediaType} is not listed with ${status}`;
        return faultsBy([...place, 'responses', String(status), 'content', mediaType, 'schema'], content);
      };
      const judgeBody = (content: unknown): string =>
        faultsBy([...place, 'requestBody', 'content', 'application/json', 'schema'], content);

      return [
        {
          name: `${method} ${base}${path}`,
          operationId: found.operationId,
          description: found.description,
          method,
          path,
          tag: found.tags[0] ?? '',
          isOpen: found.security.length === 0 || found.security.some((scheme) => Object.keys(scheme).length === 0),
          hasId: id !== undefined,
          statuses: Object.keys(found.responses).map(Number),
          headersOf: (status: number) => Object.keys(found.responses[status]?.headers ?? {}),
          /** The media type of a body that is a file. */
          fileType: body ? undefined : Object.keys(found.requestBody?.content ?? {})[0],
          body: body && { schema: body.schema, example: exampleOf(body), faulty: faultyContent(body.schema) },
          id: (id && exampleOf(id)) ?? '',
          query: {
            example: query.flatMap((each): [string, string][] => {
              const value = exampleOf(each);
              return value === undefined ? [] : [[each.name, value]];
            }),
            faulty: query.map((each): [string, string] => [each.name, faultyParameter(each.schema)]),
            /** The values that a parameter takes, where they are counted. */
            choices: new Map(query.map((each) => [each.name, each.schema.enum?.map(String)])),
            required: query.filter((each) => each.required).map((each) => each.name),
          },
          judge,
          judgeBody,
        },
      ];
    }),
  );
  return operations;
}

export type Operation = ReturnType<typeof readDocument>[number];
