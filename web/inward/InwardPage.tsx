export function InwardPage() {
  return null;
}
