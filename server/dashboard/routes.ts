import { morningEndpoints } from '#contract/morning.ts';
import { sendJson, toJson, type Routes } from '../http/routes.ts';
import { findMorning, type CountReadiness } from './morning.ts';

/** In a slot for slow reads, as the searches of the lists. */
export function registerMorning(routes: Routes, countReadiness: CountReadiness): void {
  const { services } = routes;
  routes.raw(morningEndpoints.read, async ({ query }, asked) => {
    const role = asked.user?.userRole ?? 'user';
    const morning = await routes.inSlot('search', asked, async () => {
      return await findMorning(services, role, query.day ?? services.today(), countReadiness);
    });
    return sendJson(asked.reply, 200, toJson(morningEndpoints.read, morning));
  });
}
