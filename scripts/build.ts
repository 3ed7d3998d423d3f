/** `npm run build`: builds the screens into dist/web. */
import { ensureScreens } from './screens.ts';

await ensureScreens();
