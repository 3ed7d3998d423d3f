import { useNavigate } from '@tanstack/react-router';
import { readScan } from '#contract/labels.ts';

/** Opens the lot or batch that a scanned or typed text names. */
export function useOpenScan(): (text: string) => void {
  const navigate = useNavigate();
  return (text) => {
    const { code, gtin } = readScan(text);
    if (code === '') return;
    const place =
      gtin === ''
        ? ({ to: '/l/$code', params: { code } } as const)
        : ({ to: '/01/$gtin/10/$code', params: { gtin, code } } as const);
    navigate(place).catch(console.error);
  };
}
