import { type Node, ReactFlow, type ReactFlowInstance } from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.testing'
import { useGraphFitting } from './use-graph-fitting'

const node = (id: string, x: number): Node => ({
  id,
  position: { x, y: 0 },
  data: { label: id },
  initialWidth: 150,
  initialHeight: 40,
})
const NODES = [node('first', 0), node('middle', 500), node('last', 1000)]

/** A graph as the pages draw it: its place becomes narrower, and its nodes are new objects each time it is drawn. */
function Narrowing() {
  const [flow, setFlow] = useState<ReactFlowInstance>()
  const [width, setWidth] = useState(1200)
  const [, drawAgain] = useState(0)
  const place = useGraphFitting(flow, 0.1, 0.1)
  return (
    <>
      <button type="button" onClick={() => setWidth(700)}>
        Narrow
      </button>
      <button type="button" onClick={() => drawAgain((drawn) => drawn + 1)}>
        Draw again
      </button>
      <div ref={place} style={{ width, height: 400 }} data-testid="place">
        <ReactFlow nodes={NODES.map((one) => ({ ...one }))} edges={[]} fitView onInit={setFlow} minZoom={0.1} />
      </div>
    </>
  )
}

const rightOf = (text: string): number => page.getByText(text, { exact: true }).element().getBoundingClientRect().right
const place = (): DOMRect => page.getByTestId('place').element().getBoundingClientRect()

test('the whole graph stays in sight when its place becomes narrower', async () => {
  render(<Narrowing />)
  await expect.poll(() => rightOf('last')).toBeGreaterThan(900)
  await page.getByRole('button', { name: 'Draw again' }).click()
  await page.getByRole('button', { name: 'Narrow' }).click()
  await expect.poll(() => place().width).toBe(700)
  await expect.poll(() => rightOf('last')).toBeLessThan(place().right)
})
