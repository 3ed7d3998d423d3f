/** Parameters as an address has them: several values of one are repeated, empty ones left out. */
export function queryText(parameters: object): string {
  const pairs = Object.entries(parameters).flatMap(([name, input]) => {
    const values: unknown[] = [input].flat();
    return values.filter((value) => value !== undefined && value !== '').map((value) => [name, String(value)]);
  });
  return new URLSearchParams(pairs).toString();
}
