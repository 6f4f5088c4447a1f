import { type Edge, Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { createContext, useContext } from 'react'
import { Graph } from '../../components/Graph'
import type { AccessGraph, AccessNode } from './access-graph'

type CanvasNode = Node<{ node: AccessNode; lit: boolean; chosen: boolean }, 'access'>

const Choose = createContext<(id: string) => void>(() => undefined)

const kindOf = ({ kind, namespace, missing }: AccessNode): string =>
  `${kind}${namespace ? ` in ${namespace}` : ''}${missing ? ', not found' : ''}`

function NodeView({ data: { node, lit, chosen } }: NodeProps<CanvasNode>) {
  const choose = useContext(Choose)
  return (
    <>
      {node.sort !== 'subject' && <Handle type="target" position={Position.Left} isConnectable={false} />}
      <button
        type="button"
        className={`o-node o-access-node ${node.sort} ${chosen ? 'self' : ''} ${node.missing ? 'missing' : ''} ${lit ? '' : 'o-unlit'}`}
        aria-pressed={chosen}
        onClick={() => choose(node.id)}
      >
        <span className="o-dim">{kindOf(node)}</span>
        <b title={node.name}>{node.name}</b>
      </button>
      {node.sort !== 'role' && <Handle type="source" position={Position.Right} isConnectable={false} />}
    </>
  )
}

const NODE_TYPES = { access: NodeView }

/** The graph's drawing; choosing a node highlights everything connected to it. */
export function AccessCanvas({
  graph,
  lit,
  chosen,
  onChoose,
}: {
  readonly graph: AccessGraph
  readonly lit: ReadonlySet<string> | undefined
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}) {
  const isLit = (id: string): boolean => lit?.has(id) ?? true
  const nodes = graph.nodes.map((node): CanvasNode => ({
    id: node.id,
    type: 'access',
    position: { x: node.x, y: node.y },
    data: { node, lit: isLit(node.id), chosen: node.id === chosen },
    // Exported pictures have its lines, too.
    ariaLabel: `${kindOf(node)}\n${node.name}`,
  }))
  const edges = graph.edges.map((edge): Edge => {
    const both = isLit(edge.from) && isLit(edge.to)
    return {
      id: edge.id,
      source: edge.from,
      target: edge.to,
      style: {
        stroke: lit && both ? 'var(--o-accent)' : 'var(--o-line-strong)',
        strokeWidth: lit && both ? 2 : 1,
        opacity: both ? 1 : 0.25,
      },
    }
  })
  return (
    <Choose value={onChoose}>
      <Graph
        shape={graph.nodes.map(({ id }) => id).join()}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        padding={0.08}
        minZoom={0.15}
        title="Roles and bindings"
      />
    </Choose>
  )
}
