/** Specification §2, Finished Goods. */
import { MasterPage } from '#web/records/MasterPage.tsx';
import { goodDefinition } from './goodDefinition.ts';

export function GoodsPage() {
  return <MasterPage definition={goodDefinition} />;
}
