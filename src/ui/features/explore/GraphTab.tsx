import { type Edge, Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { useMemo } from 'react'
import type { ApiObject } from '../../../machinery/object'
import { Go } from '../../components/Go'
import { Graph } from '../../components/Graph'
import { Empty, Loading } from '../../components/States'
import { UnreadKinds } from '../../components/UnreadKinds'
import type { ResourceInfo } from '../../queries/discovery'
import { useRelations } from '../../queries/relations'
import { objectPlace } from '../../state/place'
import { type GraphNode, layOut } from './graph-layout'

type ObjectNode = Node<{ node: GraphNode; self: boolean }, 'object'>

function ObjectNodeView({ data: { node, self } }: NodeProps<ObjectNode>) {
  const content = (
    <>
      <span className="o-dim">{node.kind}</span>
      <b>{node.title}</b>
    </>
  )
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      {node.known ? (
        <Go
          className={`o-node ${self ? 'self' : ''}`}
          place={objectPlace(node.known.info, node.known.meta.namespace, node.known.meta.name ?? '', { tab: 'graph' })}
          aria-current={self ? 'true' : undefined}
        >
          {content}
        </Go>
      ) : (
        <span className="o-node missing">{content}</span>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </>
  )
}

const NODE_TYPES = { object: ObjectNodeView }

/** Owners and dependents as a live graph. */
export function GraphTab({ info, object }: { readonly info: ResourceInfo; readonly object: ApiObject }) {
  const isNamespace = info.resource === 'namespaces' && !info.group
  const relations = useRelations(isNamespace ? object.metadata.name : object.metadata.namespace)
  const layout = useMemo(
    () => relations.data && layOut(relations.data, { info, meta: object.metadata }),
    [relations.data, info, object.metadata],
  )
  const fault = <UnreadKinds of={relations} missing="The graph may be incomplete." />
  if (!layout) return relations.isError ? fault : <Loading label="Reading owner references" />
  if (layout.nodes.length === 1)
    return relations.data?.unread.length ? (
      fault
    ) : (
      <Empty
        title="No owner references"
        icon="graph"
        actions={
          <Go place={{ to: '/map', search: object.metadata.namespace ? { ns: object.metadata.namespace } : {} }}>
            Show selectors, mounts and references on the map
          </Go>
        }
      >
        This object has no owner and owns nothing. Owner references appear here as soon as they are written.
      </Empty>
    )
  const nodes = layout.nodes.map((node): ObjectNode => ({
    id: node.id,
    type: 'object',
    position: { x: node.x, y: node.y },
    data: { node, self: node.id === object.metadata.uid },
    ariaLabel: `${node.kind} ${node.title}`,
  }))
  const edges = layout.edges.map((edge): Edge => ({
    id: edge.id,
    source: edge.from,
    target: edge.to,
    label: edge.controller ? 'controls' : 'owns',
    style: { stroke: 'var(--o-line-strong)', strokeDasharray: edge.controller ? undefined : '4 3' },
  }))
  return (
    <>
      {fault}
      {layout.left > 0 && <p className="o-dim">{layout.left} more objects are not shown.</p>}
      <Graph
        shape={String(layout.nodes.length)}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        padding={0.15}
        minZoom={0.2}
        title={`Owners of ${object.metadata.name ?? ''}`}
      />
    </>
  )
}
