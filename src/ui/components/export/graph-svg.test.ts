import { describe, expect, it } from 'vitest'
import { type Box, graphSvg, labelLines } from './graph-svg'

const paint = { ink: '#111', dim: '#555', line: '#ccc', box: '#eee', ground: '#fff' }
const box = (id: string, x: number, more: Partial<Box> = {}): Box => ({
  id,
  x,
  y: -50,
  width: 100,
  height: 40,
  lines: ['Pod', id],
  ...more,
})

describe('a graph as a picture', () => {
  it('is as large as what it shows, and joins the boxes', () => {
    const svg = graphSvg(
      [box('a', -200), box('b', 300)],
      [{ from: 'a', to: 'b', label: 'owns', dashed: true, color: '#123456' }],
      paint,
      't',
    )
    expect(svg).toContain('viewBox="-224 -98 648 162"')
    expect(svg).toContain('stroke="#123456" stroke-dasharray')
    expect(svg).toContain('>owns<')
  })

  it('omits lines to nodes that are not drawn, and escapes texts', () => {
    const svg = graphSvg([box('<a>&', 0)], [{ from: '<a>&', to: 'z' }], paint, '<t>')
    expect(svg).not.toContain('<path')
    expect(svg).not.toMatch(/<a>|<t>/)
  })
})

it.each([
  ['Pod web-1', ['Pod', 'web-1']],
  ['RoleBinding in shop\nbob views', ['RoleBinding in shop', 'bob views']],
  ['shop', ['shop']],
])('%j has the lines %j', (label, lines) => expect(labelLines(label)).toEqual(lines))
