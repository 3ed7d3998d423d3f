export function StockReportPage() {
  return null;
}
