import { schemaResolver, type FormErrors } from '@mantine/form';
import type { z } from 'zod';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { futureDateFaults } from '#contract/core/values/pastDates.ts';
import { today } from '#web/core/ui/today.ts';

interface Checked extends Pick<Endpoint, 'pastDates'> {
  body: z.ZodType;
}

/** Validates a request body against the contract, by field; dates must not be in the future in the user's time zone. */
export function contractFaults({ body, pastDates }: Checked, content: unknown): FormErrors {
  const dates = Object.entries(futureDateFaults(content, pastDates, today()));
  return {
    ...Object.fromEntries(dates.map(([field, texts]) => [field, texts.join('\n')])),
    ...schemaResolver(body, { sync: true })(content),
  };
}
