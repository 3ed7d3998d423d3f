/** The single keys, in one table: what is listed by "?" is what works. They act where nothing is typed. */
import { kinds, type RecordKind } from '#contract/kinds.ts';
import { SAVED_WORK } from '#web/core/api/deviceStorage.ts';
import { glanced } from '#web/core/list/preview.ts';

function screenOf(kind: RecordKind) {
  const { title, screenPath } = kinds[kind];
  return { label: title, to: screenPath };
}

/** After g: the letter, and the screen that it leads to. */
export const screenKeys = [
  { letter: 'd', label: 'Dashboard', to: '/dashboard' },
  { letter: 's', ...screenOf('suppliers') },
  { letter: 'b', ...screenOf('buyers') },
  { letter: 'm', label: 'Raw Material Stock', to: '/reports/rawmaterialreports' },
  { letter: 'i', ...screenOf('inward') },
  { letter: 'p', ...screenOf('production') },
  { letter: 'f', ...screenOf('goods') },
  { letter: 'l', ...screenOf('lots') },
  { letter: 'r', label: 'Readiness', to: '/readiness' },
] as const;

/** Keys that press the control with the same aria-keyshortcuts: in the focused row, else on the screen. */
const pressed = [
  { key: 'n', label: 'New' },
  { key: 'e', label: 'Edit the row, or the record of the page' },
  { key: 'h', label: 'Its history' },
  { key: 'x', label: 'Select the row; with Shift all from the one before' },
  { key: 'p', label: 'Mark the inward paid' },
  { key: 'c', label: 'Copy the document' },
  { key: ']', label: 'The next record of the list' },
  { key: '[', label: 'The record before' },
] as const;

const moves: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** For people, the most used first. */
export const listedKeys: readonly { keys: string; label: string }[] = [
  { keys: 'Ctrl K', label: 'Find anything, go anywhere' },
  { keys: '/', label: 'Search this list' },
  { keys: 'f', label: 'Filter this list' },
  ...pressed.map(({ key, label }) => ({ keys: key, label })),
  { keys: 'j k', label: 'Next row, row before; then also the arrow keys' },
  { keys: 'Enter', label: 'Open the row' },
  { keys: 'Space', label: 'The row at a glance' },
  { keys: 'Ctrl S', label: 'Save the form' },
  { keys: 'Esc', label: 'Close the form; from a record back to its list' },
  ...screenKeys.map(({ letter, label }) => ({ keys: `g ${letter}`, label: `Go to ${label}` })),
  { keys: '?', label: 'This list' },
];

const SETTING = `${SAVED_WORK}singleKeys`;

/** Whether this device takes single keys (WCAG 2.1.4: they can be switched off). */
export function hasSingleKeys(): boolean {
  return localStorage.getItem(SETTING) !== 'off';
}

export function setSingleKeys(isOn: boolean): void {
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

/** In the focused row, else on the screen outside of all rows. */
function pressKey(key: string): boolean {
  const marked = `[aria-keyshortcuts~="${key}"]:not(:disabled)`;
  const row = focusedRow();
  if (row) return press(row.querySelector<HTMLElement>(marked));
  const all = [...(screen()?.querySelectorAll<HTMLElement>(marked) ?? [])];
  return press(all.find((each) => each.closest('[data-row]') === null));
}

/** A form that is always open is where a new record begins. */
function begin(): boolean {
  const first = screen()?.querySelector<HTMLElement>('form[data-pinned=true] [data-autofocus]');
  first?.focus();
  return first !== null && first !== undefined;
}

function search(): boolean {
  const field = screen()?.querySelector<HTMLInputElement>('[role=searchbox]');
  field?.focus();
  field?.select();
  return field !== null && field !== undefined;
}

function filter(): boolean {
  const first = screen()?.querySelector<HTMLElement>('[role=search] :is(input, button):not(:disabled)');
  first?.focus();
  return first !== null && first !== undefined;
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

/** Selects the focused row. The focus stays on the row, so that the arrows go on from there. */
function select(shiftKey: boolean): boolean {
  const box = focusedRow()?.querySelector('[aria-keyshortcuts~="x"]');
  return box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey })) ?? false;
}

/** Opens the row that has the focus. */
function openRow(): boolean {
  const row = focusedRow();
  if (!row || row !== document.activeElement || row.dataset['opens'] === undefined) return false;
  row.click();
  return true;
}

/** From the page of a record to the list that it is in. */
export function goBack(): void {
  press(screen()?.querySelector<HTMLElement>('[data-way-back] a'));
}

/** The record of the row that has the focus: on a list the link to one of its own records, else the first. */
export function linkOfRow(): HTMLAnchorElement | undefined {
  const row = focusedRow();
  if (!row || row !== document.activeElement) return undefined;
  const links = [...row.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(({ pathname }) =>
    glanced.test(pathname),
  );
  return links.find(({ pathname }) => pathname.startsWith(`${window.location.pathname}/`)) ?? links[0];
}

/** Runs the action of a single key; returns whether there was one. */
export function actOn(key: string): boolean {
  if (key === '/') return search();
  if (key === 'f') return filter();
  if (key === 'x' || key === 'X') return select(key === 'X');
  if (key === 'Enter') return openRow();
  const step = moves[key];
  // Without a row that has the focus, the arrows scroll.
  if (step !== undefined) return (key.length === 1 || focusedRow() !== null) && moveBy(step);
  return pressed.some((each) => each.key === key) && (pressKey(key) || (key === 'n' && begin()));
}
