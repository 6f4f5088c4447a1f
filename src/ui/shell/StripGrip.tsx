/** The edge that sets how high the log is. */
export function StripGrip({
  stripHeight,
  resize,
}: {
  readonly stripHeight: number
  readonly resize: (height: number) => void
}) {
  return (
    <div
      className="o-strip-grip"
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the request log"
      aria-valuenow={Math.round(stripHeight)}
      aria-valuemin={140}
      aria-valuemax={2000}
      tabIndex={0}
      onKeyDown={(e) => {
        if (e.key === 'ArrowUp') resize(stripHeight + 32)
        if (e.key === 'ArrowDown') resize(stripHeight - 32)
      }}
      onPointerDown={(e) => {
        const from = e.clientY
        e.currentTarget.setPointerCapture(e.pointerId)
        const grip = e.currentTarget
        const move = (event: PointerEvent) => resize(stripHeight + from - event.clientY)
        grip.addEventListener('pointermove', move)
        grip.addEventListener('pointerup', () => grip.removeEventListener('pointermove', move), { once: true })
      }}
    />
  )
}
