import type { Edge, Node } from '@xyflow/react'
import { graphSvg, labelLines } from './export/graph-svg'
import { pageColour } from './export/picture'

/** The assumed size of a node that is not measured yet. */
export const NODE_SIZE = { width: 192, height: 46 } as const

/** The present value of a colour such as `var(--o-line)`. */
function colourOf(stroke: string | undefined): { color?: string } {
  const [, variable] = /^var\((--[\w-]+)\)$/.exec(stroke ?? '') ?? []
  return variable === undefined ? {} : { color: pageColour(variable) }
}

/** A graph of the page as an SVG file in the current colours. */
export function drawingOf(nodes: readonly Node[], edges: readonly Edge[], title: string): string {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const boxes = nodes
    .filter(({ hidden }) => !hidden)
    .map(({ id, position, parentId, measured, width, height, ariaLabel, type }) => {
      const parent = parentId === undefined ? undefined : byId.get(parentId)
      return {
        id,
        x: position.x + (parent?.position.x ?? 0),
        y: position.y + (parent?.position.y ?? 0),
        width: measured?.width ?? width ?? NODE_SIZE.width,
        height: measured?.height ?? height ?? NODE_SIZE.height,
        lines: type === 'frame' ? [ariaLabel ?? ''] : labelLines(ariaLabel ?? ''),
        frame: type === 'frame',
      }
    })
  const lines = edges.map(({ source, target, label, style }) => ({
    from: source,
    to: target,
    ...(typeof label === 'string' && { label }),
    dashed: style?.strokeDasharray !== undefined,
    ...colourOf(style?.stroke),
  }))
  const paint = {
    ink: pageColour('--o-text'),
    dim: pageColour('--o-dim'),
    line: pageColour('--o-line-strong'),
    box: pageColour('--o-raised'),
    ground: pageColour('--o-surface'),
  }
  return graphSvg(boxes, lines, paint, title)
}
