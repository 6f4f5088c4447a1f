import { getViewportForBounds, type Node, type ReactFlowInstance } from '@xyflow/react'
import { type RefObject, useEffect, useRef } from 'react'
import { HEAD_PX, readableView } from './graph-view'

/** Places the controls above the graph instead of on it. */
export const paddingOf = (share: number) => ({ x: share, bottom: share, top: `${HEAD_PX}px` as const })

/** Refits the graph when its container is resized; in a narrow one, to a readable scale. */
export function useGraphFitting<N extends Node>(
  flow: ReactFlowInstance<N> | undefined,
  padding: number,
  minZoom: number,
): RefObject<HTMLDivElement | null> {
  const room = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!room.current || !flow) return
    const place = room.current
    const observer = new ResizeObserver(() => {
      const size = { width: place.clientWidth, height: place.clientHeight }
      const bounds = flow.getNodesBounds(flow.getNodes())
      // Set at once; the flow's own fitView waits until new node objects are measured.
      const whole = getViewportForBounds(bounds, size.width, size.height, minZoom, 1, paddingOf(padding))
      void flow.setViewport(readableView(bounds, size) ?? whole)
    })
    observer.observe(place)
    return () => observer.disconnect()
  }, [flow, padding, minZoom])
  return room
}
