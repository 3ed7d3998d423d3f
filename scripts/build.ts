/** `npm run build`: the screens alone, into dist/web. */
import { ensureScreens } from './screens.ts';

await ensureScreens();
