/** The company at the head of each printed page. */
import { useEffect } from 'react';
import { headPaper } from '#web/core/ui/paper.ts';
import { useCompany } from '#web/masters/useCompany.ts';

export function CompanyOnPaper() {
  const { data } = useCompany();
  const name = data?.name ?? '';
  useEffect(() => {
    headPaper(name);
    // Print waits for no font, and the margins are drawn nowhere else.
    document.fonts.load(`8pt ${getComputedStyle(document.body).fontFamily}`, name).catch(console.error);
  }, [name]);
  return null;
}
