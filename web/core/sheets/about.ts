/** The last page of an exported spreadsheet: which rows of which list these are, whose, and when they were exported. */
import { exportTexts } from '#contract/core/sharedTexts.ts';
import { formatCount } from '#contract/core/values/format.ts';
import { currentUser } from '#web/core/api/session.ts';
import type { Narrowing } from '#web/core/filters/filterWords.ts';
import { now } from '#web/core/ui/today.ts';
import type { Sheet } from './writtenSheet.ts';

let readCompany = async (): Promise<string> => '';

/** Sets how the name of the company is read, which is no matter of core. */
export function readCompanyBy(read: () => Promise<string>): void {
  readCompany = read;
}

export async function aboutPage(name: string, narrowing: Narrowing, rows: number): Promise<Sheet['notes']> {
  const { about } = exportTexts;
  const company = await readCompany();
  return {
    name: about.page,
    headings: about.headings,
    rows: [
      [about.list, name],
      ...(company === '' ? [] : [[about.company, company]]),
      [about.exported, now()],
      [about.by, currentUser()?.fullName ?? ''],
      ...(narrowing.length === 0 ? [[about.narrowing, about.all]] : narrowing.map((each) => [...each])),
      [about.rows, formatCount(rows)],
    ],
  };
}
