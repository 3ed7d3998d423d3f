/** Keys by which the rows of a sheet and records of masters are the same. */
import { nameKey } from '#contract/core/values/names.ts';
import type { PartyKeyField } from '#contract/stock/importing.ts';
import { unitKey } from '#contract/stock/items/units.ts';
import { MARK, type Keys } from './recognise.ts';

type Fields = Record<string, unknown>;

/** A field of a row or record as text, without blanks around it; empty where it has none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Categories, raw materials and products: by name, of several first the one in the unit that is written. */
export function nameKeys(values: Fields): Keys {
  const name = nameKey(textOf(values['name']));
  // Rows without a name are no repeats of each other.
  if (name === '') return { own: [], exact: [], loose: [] };
  const keys = [`both ${JSON.stringify([name, unitKey(textOf(values['unit']))])}`, `name ${name}`];
  return { own: keys, exact: keys, loose: [] };
}

/**
 * Suppliers and buyers: by GSTIN, or name and phone; else by name, and a row without a name by phone. Two GSTINs are two
 * businesses: a row with one is found by what it shares with those that have none.
 */
export function partyKeys(values: Fields): Keys {
  const gstin = textOf(values['gstinNumber']).toUpperCase();
  const phone = textOf(values['phone']);
  const name = nameKey(textOf(values['name']));
  const sole = gstin === '' ? undefined : `gstin ${gstin}`;
  const whole = `whole ${JSON.stringify([name, phone, gstin, textOf(values['email']), textOf(values['address'])])}`;
  const both = phone === '' ? [] : [`both ${JSON.stringify([name, phone])}`];
  const byPhone = phone === '' ? [] : [`phone ${phone}`];
  const byName = [`name ${name}`];
  const shared = [...both, ...byPhone, ...byName];
  const among = (keys: readonly string[]) => (gstin === '' ? [...keys] : keys.map(withoutGstin));
  return {
    sole,
    own: [...(sole === undefined ? shared.map(withoutGstin) : [sole]), whole, ...shared],
    exact: [...(sole === undefined ? [] : [sole]), whole, ...among(both)],
    loose: among(name === '' ? byPhone : byName),
    closer: [whole, ...shared],
  };
}

/** The key of those among them that have no GSTIN. */
function withoutGstin(key: string): string {
  return `${key} without GSTIN`;
}

/** The field by which a row is the same as another one, or as a record. */
export function fieldOfKey(key: string, { name, phone }: Fields): PartyKeyField {
  if (key === MARK) return 'record';
  if (key.startsWith('gstin ')) return 'gstinNumber';
  // Without a name, the name and the phone together are the phone.
  return key.startsWith('phone ') || (textOf(name) === '' && textOf(phone) !== '') ? 'phone' : 'name';
}
