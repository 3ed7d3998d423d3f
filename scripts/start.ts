/** `npm start`: builds the screens if needed, then starts the server. */
import { ensureScreens } from './screens.ts';

await ensureScreens();
await import('#server/main.ts');
