/**
 * A key for one opened form: however often it is sent, one record comes of it (design §3). Not crypto.randomUUID(),
 * which browsers keep from pages that came over plain http, as on a company's own network.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
