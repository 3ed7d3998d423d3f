/** `npm start`: the screens are built where needed, then the server starts, told by the environment (server/config.ts). */
import { ensureScreens } from './screens.ts';

await ensureScreens();
await import('../server/main.ts');
