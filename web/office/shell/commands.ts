/** Entries of the command menu: records, screens, and new records. */
import { findTexts, type FindResult } from '#contract/core/find.ts';
import { idOfTerm } from '#contract/core/lists.ts';
import { kindLabel, kinds, masterKinds, restorableKinds, type RecordKind } from '#contract/kinds.ts';
import { formatDate, formatQuantityWithUnit, formatRupees } from '#contract/core/values/format.ts';
import type { InwardStatus } from '#contract/documentStatus.ts';
import type { Resource } from '#contract/permissions.ts';
import { may } from '#web/core/api/session.ts';
import { screens } from './menu.ts';

export interface Command {
  key: string;
  label: string;
  kind: string;
  detail?: string;
  /** The decisive figure: remaining stock, or an amount. */
  figure?: string;
  /** Status of an inward. */
  status?: InwardStatus;
  href: string;
  /** The form that the screen opens at once. */
  begin?: Resource;
}

function figureOf({ kind, quantity, unit, amount }: FindResult): string | undefined {
  if (quantity === 0 && (kind === 'lots' || kind === 'goods')) return findTexts.usedUp;
  if (amount !== null) return formatRupees(amount);
  return quantity === null ? undefined : formatQuantityWithUnit(quantity, unit ?? '');
}

export function commandOfResult(result: FindResult): Command {
  const { kind, recordId, label, detail, date, status, link } = result;
  const [about = ''] = detail.split('\n');
  return {
    key: `${kind} ${recordId}`,
    label,
    kind: kinds[kind].found.label,
    detail: [date === null ? '' : formatDate(date), about].filter(Boolean).join(', '),
    figure: figureOf(result),
    status: status ?? undefined,
    href: link,
  };
}

interface Creation {
  label: string;
  href: string;
  resource: Resource;
  /** The screen is the form itself. */
  isForm?: boolean;
}

function creationOf(resource: RecordKind): Creation {
  return { label: `New ${kindLabel(resource).toLowerCase()}`, href: kinds[resource].screenPath, resource };
}

const mostUsed: readonly RecordKind[] = ['inward', 'production', 'dispatches', 'goods', ...masterKinds, 'recipes'];
/** Runs are recorded as productions, adjustments by their kind, accounts last. */
const listedElsewhere: readonly RecordKind[] = [...mostUsed, 'runs', 'adjustments', 'users'];

/** The most used first. */
const creations: Creation[] = [
  ...mostUsed.map(creationOf),
  ...restorableKinds.filter((kind) => !listedElsewhere.includes(kind)).map(creationOf),
  { label: 'New count', href: '/adjustments/count', resource: 'counts', isForm: true },
  creationOf('recalls'),
  creationOf('users'),
];

const MAX_SUGGESTED_CREATIONS = 4;

/** Whether each word of the term is in the label. */
function isCalled(label: string, term: string): boolean {
  const text = label.toLowerCase();
  return term
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export const SEARCH_INWARD = 'search inward';

/** The list of inwards, searched. */
function searchInward(term: string): Command {
  const href = `/inward?search=${encodeURIComponent(term)}`;
  return { key: SEARCH_INWARD, label: findTexts.searchInward(term), kind: 'Inward', href };
}

/** The typed term, and its scope: all, actions alone (>) or IDs alone (#). */
export function readTyped(typed: string): { term: string; scope: 'all' | 'actions' | 'ids' } {
  const trimmed = typed.trim();
  if (trimmed.startsWith('>')) return { term: trimmed.slice(1).trim(), scope: 'actions' };
  return { term: trimmed, scope: idOfTerm(trimmed) === undefined ? 'all' : 'ids' };
}

/** New records and screens that match the typed text; without a term, the most frequent ones. */
export function commandsOf({ term, scope }: ReturnType<typeof readTyped>): { label: string; commands: Command[] }[] {
  if (scope === 'ids') return [];
  const allowedCreations = creations.filter(({ resource }) => may('create', resource));
  const allowedScreens = screens.filter(({ resource }) => resource === undefined || may('view', resource));
  const isBlank = term === '' && scope === 'all';
  const shownCreations = isBlank
    ? allowedCreations.slice(0, MAX_SUGGESTED_CREATIONS)
    : allowedCreations.filter(({ label }) => isCalled(label, term));
  const shownScreens = isBlank ? [] : allowedScreens.filter(({ label }) => isCalled(label, term));
  return [
    {
      label: 'Do',
      commands: shownCreations.map(({ label, href, resource, isForm }) => ({
        key: label,
        label,
        kind: 'New',
        href,
        begin: isForm ? undefined : resource,
      })),
    },
    {
      label: 'Screens',
      commands: shownScreens.map(({ label, to }) => ({ key: `screen ${to}`, label, kind: 'Screen', href: to })),
    },
    { label: 'Search', commands: scope === 'all' && term !== '' ? [searchInward(term)] : [] },
  ];
}

interface Part {
  text: string;
  isHit: boolean;
  at: number;
}

/** A label in parts, with the first occurrence of the term marked. */
export function partsOf(label: string, term: string): Part[] {
  const at = term === '' ? -1 : label.toLowerCase().indexOf(term.toLowerCase());
  if (at < 0) return [{ text: label, isHit: false, at: 0 }];
  const end = at + term.length;
  return [
    { text: label.slice(0, at), isHit: false, at: 0 },
    { text: label.slice(at, end), isHit: true, at },
    { text: label.slice(end), isHit: false, at: end },
  ];
}
