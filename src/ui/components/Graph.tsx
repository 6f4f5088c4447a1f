import {
  Background,
  BackgroundVariant,
  Controls,
  type Edge,
  type Node,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import './graph.css'

/** Keeps all of the graph in sight when its room grows or shrinks. */
function useFitting<N extends Node>(flow: ReactFlowInstance<N> | undefined, padding: number) {
  const room = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!room.current || !flow) return
    const observer = new ResizeObserver(() => void flow.fitView({ maxZoom: 1, padding }))
    observer.observe(room.current)
    return () => observer.disconnect()
  }, [flow, padding])
  return room
}

/** A graph to look at and to move about in: what it shows is laid out by whoever draws it, and none of it can be dragged. */
export function Graph<N extends Node>({
  shape,
  nodes,
  edges,
  nodeTypes,
  padding,
  minZoom,
}: {
  /** All of the graph is brought into sight again when this changes. */
  readonly shape: string
  readonly nodes: N[]
  readonly edges: Edge[]
  readonly nodeTypes: NonNullable<ComponentProps<typeof ReactFlow<N>>['nodeTypes']>
  readonly padding: number
  readonly minZoom: number
}) {
  const [flow, setFlow] = useState<ReactFlowInstance<N>>()
  const room = useFitting(flow, padding)
  return (
    <div className="o-graph" ref={room}>
      <ReactFlow
        key={shape}
        nodes={nodes.map((node) => ({ ...node, draggable: false, focusable: false }))}
        edges={edges.map((edge) => ({ ...edge, focusable: false }))}
        nodeTypes={nodeTypes}
        fitView
        fitViewOptions={{ maxZoom: 1, padding }}
        onInit={setFlow}
        minZoom={minZoom}
        nodesConnectable={false}
        elementsSelectable={false}
        proOptions={{ hideAttribution: true }}
      >
        <Background variant={BackgroundVariant.Dots} color="var(--o-line)" />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}
