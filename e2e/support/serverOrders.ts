/** Messages between `servers.ts` and the process of the servers (`serverHost.ts`). */
/** Starts the server of an address in an environment; without one, stops it. */
export interface Order {
  address: string;
  environment?: Record<string, string | undefined>;
}

/** The answer to an order. */
export interface Done {
  address: string;
  fault?: string;
}
