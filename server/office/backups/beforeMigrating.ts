import type { Config } from '../../core/config.ts';
import { databaseFile, type Store } from '../../core/db/connect.ts';
import { migrate } from '../../core/db/migrate.ts';
import { makeBackup } from './make.ts';

/** Migrates, after a backup of the built-in database if existing records will change. Throws as `migrate`. */
export async function migrateWithBackup(
  store: Store,
  config: Pick<Config, 'dataDir' | 'backupDir' | 'backupKey'>,
): Promise<void> {
  if (store.engine === 'postgres') return await migrate(store);
  const { backupDir: folder, backupKey } = config;
  await migrate(store, async () => {
    await makeBackup({ database: databaseFile(config), folder, reason: 'migration', madeAt: new Date(), backupKey });
  });
}
