import { z } from 'zod';

/** A chosen raw material, as forms keep it. */
export const materialChoice = z.object({ rawMaterialId: z.int(), rawMaterialName: z.string(), unit: z.string() });
export type Material = z.output<typeof materialChoice>;
