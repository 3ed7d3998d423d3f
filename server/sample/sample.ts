import type { Trx } from '../db/tables.ts';
export async function loadSampleData(_trx: Trx, _userId: number, _now: Date, _timeZone: string): Promise<void> {}
