import {
  Background,
  BackgroundVariant,
  Controls,
  MiniMap,
  Panel,
  type Edge,
  type Node,
  ReactFlow,
  type ReactFlowInstance,
  useReactFlow,
  useStore,
  useViewport,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { type ComponentProps, useCallback, useEffect, useState } from 'react'
import './graph.css'
import { showPicture } from './export/page-pictures'
import { ExportMenu } from './export/ExportMenu'
import { drawingOf, NODE_SIZE } from './graph-drawing'
import { showsAll } from './graph-view'
import { paddingOf, useGraphFitting } from './use-graph-fitting'

const FIRST_SIZE = { initialWidth: NODE_SIZE.width, initialHeight: NODE_SIZE.height }

/** A graph that can be panned and zoomed; callers lay it out, and nodes cannot be dragged. */
export function Graph<N extends Node>({
  shape,
  nodes,
  edges,
  nodeTypes,
  padding,
  minZoom,
  title = 'Graph',
  miniMap = false,
}: {
  /** Refits the view whenever this changes. */
  readonly shape: string
  readonly nodes: N[]
  readonly edges: Edge[]
  readonly nodeTypes: NonNullable<ComponentProps<typeof ReactFlow<N>>['nodeTypes']>
  readonly padding: number
  readonly minZoom: number
  /** Title of the exported picture. */
  readonly title?: string
  /** Shows a mini map in a corner while parts of the graph are out of view. */
  readonly miniMap?: boolean
}) {
  const [flow, setFlow] = useState<ReactFlowInstance<N>>()
  const room = useGraphFitting(flow, padding, minZoom)
  const draw = useCallback(() => drawingOf(flow?.getNodes() ?? [], flow?.getEdges() ?? [], title), [flow, title])
  useEffect(() => showPicture({ title, draw }), [title, draw])
  return (
    <div className="o-graph" ref={room}>
      <ReactFlow
        key={shape}
        // With an initial size, nodes that are redrawn before they are measured stay visible.
        nodes={nodes.map((node) => ({ ...FIRST_SIZE, ...node, draggable: false, focusable: false }))}
        edges={edges.map((edge) => ({ ...edge, focusable: false }))}
        nodeTypes={nodeTypes}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: paddingOf(padding) }}
        onInit={setFlow}
        minZoom={minZoom}
        nodesConnectable={false}
        elementsSelectable={false}
        proOptions={{ hideAttribution: true }}
      >
        <Background variant={BackgroundVariant.Dots} color="var(--o-line)" />
        <Controls showInteractive={false} orientation="horizontal" position="top-left" />
        {miniMap && <Overview />}
        <Panel position="top-right">
          <ExportMenu what={title} file={title.toLowerCase().replace(/[^a-z0-9]+/g, '-')} picture={draw} compact />
        </Panel>
      </ReactFlow>
    </div>
  )
}

/** The mini map, unless the view shows everything: then it would only cover nodes. */
function Overview() {
  const { getNodes, getNodesBounds } = useReactFlow()
  const view = useViewport()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  if (showsAll(getNodesBounds(getNodes()), view, { width, height })) return null
  return <MiniMap pannable zoomable ariaLabel="Overview" className="o-minimap" />
}
