/** The company, and who prints, on each page of a print. */
import { useEffect, useEffectEvent } from 'react';
import { paperTexts } from '#contract/core/sharedTexts.ts';
import { currentUser } from '#web/core/api/session.ts';
import { runHeads } from '#web/core/ui/paper.ts';
import { now } from '#web/core/ui/today.ts';
import { useCompany } from '#web/masters/useCompany.ts';

export function RunningHead() {
  const { data } = useCompany();
  const company = data?.name ?? '';
  const read = useEffectEvent(() => ({
    company,
    printed: paperTexts.printed(now(), currentUser()?.fullName ?? ''),
  }));
  // Print waits for no font, and the margins are drawn nowhere else.
  useEffect(() => {
    document.fonts.load(`8pt ${getComputedStyle(document.body).fontFamily}`, company).catch(console.error);
  }, [company]);
  useEffect(() => runHeads(() => read()), []);
  return null;
}
