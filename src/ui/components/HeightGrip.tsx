/** Pixels per press of an arrow key. */
const STEP = 32

/** The upper edge of a drawer: drag it, or use the arrow keys, to set the drawer's height. */
export function HeightGrip({
  label,
  height,
  least,
  onHeight,
}: {
  readonly label: string
  /** In pixels, as are the others. */
  readonly height: number
  readonly least: number
  readonly onHeight: (height: number) => void
}) {
  return (
    <div
      className="o-height-grip"
      role="separator"
      aria-orientation="horizontal"
      aria-label={label}
      aria-valuenow={Math.round(height)}
      aria-valuemin={least}
      aria-valuemax={2000}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp') onHeight(height + STEP)
        if (event.key === 'ArrowDown') onHeight(height - STEP)
      }}
      onPointerDown={(event) => {
        const [from, grip] = [event.clientY, event.currentTarget]
        grip.setPointerCapture(event.pointerId)
        const move = (moved: PointerEvent): void => onHeight(height + from - moved.clientY)
        grip.addEventListener('pointermove', move)
        grip.addEventListener('pointerup', () => grip.removeEventListener('pointermove', move), { once: true })
      }}
    />
  )
}
