import { type Edge, Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { useMemo } from 'react'
import { Go } from '../../../components/Go'
import { Graph } from '../../../components/Graph'
import { pluralOf } from '../../../queries/plural'
import { listPlace, objectPlace } from '../../../state/place'
import { layOutMap } from './map-layout'
import type { MapModel } from './map-model'
import type { Layer, MapNode } from './map-graph'

type ObjectNode = Node<{ node: MapNode }, 'object'>
type FrameNode = Node<{ namespace: string }, 'frame'>

const COLOURS: Readonly<Record<Layer, string>> = {
  owners: 'var(--o-line-strong)',
  selectors: 'var(--o-owner-1)',
  traffic: 'var(--o-owner-2)',
  mounts: 'var(--o-owner-3)',
  references: 'var(--o-owner-4)',
  roles: 'var(--o-owner-5)',
}

const titleOf = ({ kind, name, count, known }: MapNode): string =>
  count > 1 ? `${count} ${pluralOf(known.info)}` : `${kind} ${name}`

function ObjectNodeView({ data: { node } }: NodeProps<ObjectNode>) {
  const { known, namespace, name, kind, count } = node
  const place =
    count > 1 ? listPlace(known.info, { ns: namespace || undefined }) : objectPlace(known.info, namespace, name)
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <Go className="o-node" place={place}>
        <span className="o-dim">{kind}</span> <b>{count > 1 ? `${count} with the same owner` : name}</b>
      </Go>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </>
  )
}

function FrameNodeView({ data: { namespace } }: NodeProps<FrameNode>) {
  return (
    <div className="o-map-frame">
      {namespace ? <Go place={{ to: '/map', search: { ns: namespace } }}>{namespace}</Go> : <span>Cluster</span>}
    </div>
  )
}

const NODE_TYPES = { object: ObjectNodeView, frame: FrameNodeView }

/** The map's drawing. */
export function MapCanvas({ model, title }: { readonly model: MapModel; readonly title: string }) {
  const { placed, frames } = useMemo(() => layOutMap(model), [model])
  const nodes: (ObjectNode | FrameNode)[] = [
    ...frames.map((frame): FrameNode => ({
      id: `frame ${frame.namespace}`,
      type: 'frame',
      position: { x: frame.x, y: frame.y },
      width: frame.width,
      height: frame.height,
      zIndex: -1,
      ariaLabel: frame.namespace ? `Namespace ${frame.namespace}` : 'Objects of the cluster',
      data: { namespace: frame.namespace },
    })),
    ...placed.map(({ node, x, y }): ObjectNode => ({
      id: node.id,
      type: 'object',
      position: { x, y },
      ariaLabel: titleOf(node),
      data: { node },
    })),
  ]
  const edges = model.edges.map(({ from, to, layer, label }): Edge => ({
    id: `${from} ${to} ${layer}`,
    source: from,
    target: to,
    ...(layer === 'traffic' && { label }),
    style: { stroke: COLOURS[layer], ...(layer !== 'owners' && { strokeDasharray: '4 3' }) },
  }))
  return (
    <>
      <p className="o-hidden" role="status">
        {model.nodes.length} objects, {model.edges.length} connections
      </p>
      <Graph
        shape={`${title} ${model.nodes.length}`}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        padding={0.06}
        minZoom={0.1}
        title={title}
        miniMap
      />
    </>
  )
}
