/** The single keys, in one table: what is listed by "?" is what works. They act where nothing is typed. */

/** After g: the letter, and the screen that it leads to. */
export const screenKeys = [
  { letter: 'd', label: 'Dashboard', to: '/dashboard' },
  { letter: 's', label: 'Suppliers', to: '/suppliers' },
  { letter: 'b', label: 'Buyers', to: '/buyers' },
  { letter: 'm', label: 'Raw Material Stock', to: '/reports/rawmaterialreports' },
  { letter: 'i', label: 'Inward', to: '/inward' },
  { letter: 'p', label: 'Production', to: '/production' },
  { letter: 'f', label: 'Finished Goods', to: '/finishedgoods' },
  { letter: 'l', label: 'Lots', to: '/lots' },
  { letter: 'r', label: 'Readiness', to: '/readiness' },
] as const;

/** Keys that press what says so in its aria-keyshortcuts: on the screen, or in the row that has the focus. */
const pressed = [
  { key: 'n', label: 'New', within: 'screen' },
  { key: 'e', label: 'Edit the row', within: 'row' },
  { key: 'h', label: 'History of the row', within: 'row' },
] as const;

const moves: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** For people, in the order in which they are wanted. */
export const listedKeys: readonly { keys: string; label: string }[] = [
  { keys: 'Ctrl K', label: 'Find anything, go anywhere' },
  { keys: '/', label: 'Search this list' },
  ...pressed.map(({ key, label }) => ({ keys: key, label })),
  { keys: 'j k', label: 'Next row, row before; then also the arrow keys' },
  { keys: 'Enter', label: 'Open the row' },
  { keys: 'Ctrl S', label: 'Save the form' },
  { keys: 'Esc', label: 'Close the form' },
  ...screenKeys.map(({ letter, label }) => ({ keys: `g ${letter}`, label: `Go to ${label}` })),
  { keys: '?', label: 'This list' },
];

const SETTING = 'godown single keys';

/** Whether this device takes single keys (WCAG 2.1.4: they can be switched off). */
export function takesSingleKeys(): boolean {
  return localStorage.getItem(SETTING) !== 'off';
}

export function takeSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(SETTING);
  else localStorage.setItem(SETTING, 'off');
}

function screen(): HTMLElement | null {
  return document.querySelector('main');
}

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;
}

function press(target: HTMLElement | null | undefined): boolean {
  target?.focus();
  target?.click();
  return target !== null && target !== undefined;
}

function pressWithin(key: string, within: HTMLElement | null): boolean {
  return press(within?.querySelector<HTMLElement>(`[aria-keyshortcuts~="${key}"]:not(:disabled)`));
}

function search(): boolean {
  const field = screen()?.querySelector<HTMLInputElement>('[role=searchbox]');
  field?.focus();
  field?.select();
  return field !== null && field !== undefined;
}

/** Focuses the next row or the one before; from outside of the rows the first. */
function moveBy(step: 1 | -1): boolean {
  const rows = [...(screen()?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.findIndex((row) => row === focusedRow());
  const next = rows[at === -1 ? 0 : at + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

/** Opens the record of the row that has the focus; where it has no page, its form. */
function openRow(): boolean {
  const row = focusedRow();
  if (!row || row !== document.activeElement) return false;
  return press(row.querySelector<HTMLElement>('a[href]')) || pressWithin('e', row);
}

/** Does what a single key stands for; whether there was something to do. */
export function actOn(key: string): boolean {
  if (key === '/') return search();
  if (key === 'Enter') return openRow();
  const step = moves[key];
  // Without a row that has the focus, the arrows scroll.
  if (step !== undefined) return (key.length === 1 || focusedRow() !== null) && moveBy(step);
  const found = pressed.find((each) => each.key === key);
  return found !== undefined && pressWithin(key, found.within === 'row' ? focusedRow() : screen());
}
