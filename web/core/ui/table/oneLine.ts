/** A multi-line address on one line. */
export function oneLine(address: string): string {
  return address.replace(/[\s,]*\n\s*/g, ', ');
}
