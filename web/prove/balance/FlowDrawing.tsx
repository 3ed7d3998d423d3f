/** The mass balance as ribbons, as thick as their mass; the tables above say the same. */
import { useMemo } from 'react';
import type { MassBalance } from '#contract/prove/massBalance.ts';
import { massBalanceTexts } from '#contract/prove/massBalanceTexts.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import classes from './FlowDrawing.module.css';
import { drawFlow, FLOW_WIDTH, NODE_WIDTH } from './flowLayout.ts';

/** Between a node and its text. */
const BESIDE = 6;

export function FlowDrawing({ balance }: { balance: MassBalance }) {
  const drawing = useMemo(() => drawFlow(balance), [balance]);
  if (!drawing) return null;
  const { nodes, links, height } = drawing;
  return (
    <RecordSection heading={massBalanceTexts.flow}>
      <div className={classes.figure} role="region" aria-label={massBalanceTexts.flow} tabIndex={0}>
        <svg
          viewBox={`0 0 ${FLOW_WIDTH} ${height}`}
          role="img"
          aria-label={massBalanceTexts.flowIsTable(balance.itemName)}
        >
          {links.map(({ id, path, tone }) => (
            <path key={id} d={path} data-tone={tone} />
          ))}
          {nodes.map(({ id, x, y, height: own, tone }) => (
            <rect key={id} x={x} y={y} width={NODE_WIDTH} height={own} rx={Math.min(2, own / 2)} data-tone={tone} />
          ))}
          {nodes.map(({ id, label, amount, x, y, height: own }) => (
            <text key={id} x={x + NODE_WIDTH + BESIDE} y={y + own / 2}>
              <tspan x={x + NODE_WIDTH + BESIDE} dy="-0.2em">
                {label}
              </tspan>
              <tspan x={x + NODE_WIDTH + BESIDE} dy="1.2em">
                {amount}
              </tspan>
            </text>
          ))}
        </svg>
      </div>
    </RecordSection>
  );
}
