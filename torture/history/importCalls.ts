/** The calls that import sheets, and the history expected of them: of each record, and of the import itself. */
import { importKinds, type ImportKind } from '#contract/kinds.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import type { Content } from './content.ts';
import type { FieldChange } from './expectedHistory.ts';
import type { Calls, Clients, Expected } from './recordCalls.ts';

interface Undoable {
  importId: number;
  name: string;
  file: string;
  categoryId: number;
}

export function importCalls({ admin, manager }: Clients, content: Content): Calls {
  const { random } = content;
  const undoable: Undoable[] = [];

  const ofImport = ({ importId, file }: Undoable, action: string, userId: number): Expected => {
    const values = {
      What: 'Import categories',
      File: file,
      Rows: '1',
      Added: '1',
      Changed: '0',
      'Left as they were': '0',
    };
    const changes = Object.entries(values).map(([label, text]): FieldChange => {
      return action === 'create' ? [label, null, text] : [label, text, null];
    });
    return { kind: 'imports', id: importId, action, userId, changes: changes.filter(([, was, is]) => was || is) };
  };

  const ofCategory = ({ categoryId, name }: Undoable, action: string, userId: number): Expected => {
    const texts = { Name: name, Status: 'Active' };
    const changes = Object.entries(texts).map(([label, text]): FieldChange => {
      return action === 'create' ? [label, null, text] : [label, text, null];
    });
    return { kind: 'categories', id: categoryId, action, userId, changes };
  };

  /** A sheet is only checked, which leaves nothing. */
  const checkOf = (kind: ImportKind): Calls => ({
    [`POST /imports/${kind}`]: async () => {
      const { columns } = importSheets[kind];
      const answer = await manager.call('POST', `/imports/${kind}`, {
        headings: columns.map(({ label }) => label),
        rows: [columns.map(() => content.text(60))],
        mode: 'check',
        onExisting: 'update',
      });
      return { answer, expected: () => [] };
    },
  });

  return {
    ...Object.assign({}, ...importKinds.map(checkOf)),
    'POST /imports/categories': async () => {
      const person = random.pick([admin, manager]);
      const name = `Imported ${content.number()}`;
      const file = random.pick(['', 'sheet.xlsx']);
      const sheet = { headings: ['Group'], rows: [[name]], mode: 'save', onExisting: 'skip', fileName: file };
      const answer = await person.call('POST', '/imports/categories', sheet);
      const expected = async () => {
        const found = await admin.call('GET', `/Categories?search=${encodeURIComponent(name)}`);
        const of = {
          importId: Number(answer?.json.importId),
          name,
          file,
          categoryId: Number(found?.json[0].categoryId),
        };
        undoable.push(of);
        return [ofCategory(of, 'create', person.userId), ofImport(of, 'create', person.userId)];
      };
      return { answer, expected };
    },
    'DELETE /imports/saved/{id}': async () => {
      const of = undoable.pop();
      const answer = await admin.call('DELETE', `/imports/saved/${of?.importId ?? 999_999}`);
      const expected = () => (of ? [ofCategory(of, 'delete', admin.userId), ofImport(of, 'delete', admin.userId)] : []);
      return { answer, expected };
    },
  };
}
