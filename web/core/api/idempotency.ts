/**
 * An idempotency key for one opened form (docs/domain.md, Repeated calls). Not crypto.randomUUID(), which needs a
 * secure context: Godown may be served over plain http in a local network.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
