import type { Caller } from '#test/buildTestApp.ts';
import { openOffice } from './api.ts';
import type { Person } from './people.ts';
import { test } from './test.ts';

/** The administrator's API in the server of a spec, whose people are registered before its tests. */
export function office(...others: Person[]): Caller {
  let opened: Caller | undefined;
  test.beforeAll(async ({ serverOf }, { file }) => {
    opened = await openOffice(await serverOf(file), ...others);
  });
  return async (...call) => {
    if (!opened) throw new Error('the office opens before the first test');
    return await opened(...call);
  };
}
