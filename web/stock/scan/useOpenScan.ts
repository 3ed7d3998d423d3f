import { useNavigate } from '@tanstack/react-router';
import { labelPath, readScan } from '#contract/stock/labels/labels.ts';

/** Opens the lot or batch that a scanned or typed text names. */
export function useOpenScan(): (text: string) => void {
  const navigate = useNavigate();
  return (text) => {
    const lot = readScan(text);
    if (lot.code !== '') navigate({ href: labelPath(lot) }).catch(console.error);
  };
}
