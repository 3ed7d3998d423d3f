/** A trace as a graph. The tables beside it have the same content for screen readers. */
import '@xyflow/react/dist/base.css';
import {
  getViewportForBounds,
  Handle,
  Position,
  ReactFlow,
  type Edge,
  type Node,
  type NodeProps,
  type ReactFlowInstance,
} from '@xyflow/react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Trace } from '#contract/prove/trace.ts';
import classes from './TraceGraph.module.css';
import { placed, type EdgeTone, type PlacedNode } from './traceLayout.ts';

type BoxNode = Node<PlacedNode & Record<string, unknown>, 'box'>;

const THINNEST = 1.5;
const THICKEST = 16;
const HEIGHT_OF_ROW = 66;
const MIN_HEIGHT = 260;
const MAX_HEIGHT = 620;
/** Below that, the texts of the boxes are unreadable: the graph then begins with a part around its root. */
const MIN_ZOOM = 0.6;

const tones: readonly [EdgeTone, string][] = [
  ['organic', 'Organic'],
  ['conventional', 'Conventional'],
  ['leftOut', 'Left out: water, salt, packaging'],
  ['gap', 'Gap'],
];

function Box({ data }: NodeProps<BoxNode>) {
  return (
    <div
      className={classes.box}
      data-root={data.isRoot || undefined}
      data-gap={data.isGap || undefined}
      data-place={data.isPlace || undefined}
      data-link={data.link !== '' || undefined}
    >
      <Handle type="target" position={Position.Left} className={classes.handle} isConnectable={false} />
      <strong>{data.label}</strong>
      <span>{data.detail}</span>
      <Handle type="source" position={Position.Right} className={classes.handle} isConnectable={false} />
    </div>
  );
}

const nodeTypes = { box: Box };
const SMALLEST = 0.05;
const fitting = { padding: 0.03, maxZoom: 1 };

async function showReadably(flow: ReactFlowInstance<BoxNode>): Promise<void> {
  await flow.fitView(fitting);
  const root = flow.getNodes().find(({ data }) => data.isRoot);
  if (!root || flow.getZoom() >= MIN_ZOOM) return;
  const { width = 0, height = 0 } = root.measured ?? {};
  await flow.setCenter(root.position.x + width / 2, root.position.y + height / 2, { zoom: MIN_ZOOM });
}

/** How many boxes stand above each other where most do. */
function rowsIn(nodes: readonly PlacedNode[]): number {
  const columns = Map.groupBy(nodes, ({ x }) => x);
  return Math.max(1, ...[...columns.values()].map((column) => column.length));
}

/** Width of a sheet of A4 without its margins, in pixels. */
const PAPER_WIDTH = 690;

/** Shows all of it at once: fitView waits for a frame, which printing doesn't. */
function showAll(flow: ReactFlowInstance<BoxNode>, { clientWidth, clientHeight }: HTMLElement): void {
  const bounds = flow.getNodesBounds(flow.getNodes());
  const { padding, maxZoom } = fitting;
  const all = getViewportForBounds(bounds, clientWidth, clientHeight, SMALLEST, maxZoom, padding);
  flushSync(() => void flow.setViewport(all));
}

/** On paper the whole graph is shown, as small as it takes: its boxes are placed for the width of the screen. */
function shrinkOnPaper(
  figure: RefObject<HTMLElement | null>,
  flow: RefObject<ReactFlowInstance<BoxNode> | undefined>,
): () => void {
  const shrink = () => {
    const { current } = figure;
    if (!current) return;
    const graph = current.querySelector<HTMLElement>('[role=img]');
    if (graph && flow.current) showAll(flow.current, graph);
    const width = current.clientWidth;
    current.style.width = `${width}px`;
    current.style.zoom = String(Math.min(1, PAPER_WIDTH / width));
  };
  const grow = () => figure.current?.removeAttribute('style');
  window.addEventListener('beforeprint', shrink);
  window.addEventListener('afterprint', grow);
  return () => {
    window.removeEventListener('beforeprint', shrink);
    window.removeEventListener('afterprint', grow);
  };
}

export function TraceGraph({ trace }: { trace: Trace }) {
  const navigate = useNavigate();
  const flow = useRef<ReactFlowInstance<BoxNode>>(undefined);
  const { nodes, edges, grouped, height } = useMemo(() => {
    const layout = placed(trace);
    const heaviest = Math.max(1, ...layout.edges.map(({ grams }) => grams));
    return {
      nodes: layout.nodes.map(({ x, y, ...data }): BoxNode => ({
        id: data.id,
        type: 'box',
        position: { x, y },
        data: { ...data, x, y },
      })),
      edges: layout.edges.map(({ id, from, to, grams, tone }): Edge => ({
        id,
        source: from,
        target: to,
        className: classes[tone] ?? '',
        style: { strokeWidth: THINNEST + (THICKEST - THINNEST) * (grams / heaviest) },
      })),
      grouped: layout.grouped,
      height: Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, rowsIn(layout.nodes) * HEIGHT_OF_ROW)),
    };
  }, [trace]);

  const figure = useRef<HTMLElement>(null);
  useEffect(() => shrinkOnPaper(figure, flow), []);

  return (
    <figure ref={figure} className={classes.figure}>
      <div
        className={classes.graph}
        style={{ height }}
        role="img"
        aria-label="Graph of the trace; the tables below say the same."
      >
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          fitView
          fitViewOptions={fitting}
          minZoom={SMALLEST}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          preventScrolling={false}
          zoomOnScroll={false}
          panOnScroll={false}
          onNodeClick={(_, { data }) => {
            if (data.link !== '') navigate({ to: data.link }).catch(console.error);
          }}
          proOptions={{ hideAttribution: true }}
          onInit={(instance) => {
            flow.current = instance;
            showReadably(instance).catch(console.error);
          }}
        />
      </div>
      <figcaption>
        Thickness is kg
        {tones.map(([tone, label]) => (
          <span key={tone} className={classes.key} data-tone={tone}>
            {label}
          </span>
        ))}
        <span className={classes.zoom}>
          <button type="button" onClick={() => void flow.current?.fitView(fitting)}>
            Fit
          </button>
          <button type="button" aria-label="Smaller" onClick={() => void flow.current?.zoomOut()}>
            −
          </button>
          <button type="button" aria-label="Larger" onClick={() => void flow.current?.zoomIn()}>
            +
          </button>
        </span>
        {grouped > 0 && <span>{grouped} nodes, grouped by item and day; the tables have each.</span>}
      </figcaption>
    </figure>
  );
}
