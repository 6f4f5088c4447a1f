import { askLatest, latestChange, useUndo } from '../../state/undo/changes'
import { Icon } from '../Icon'

/** The newest change that can be undone, in the bar of the request log. */
export function StripUndo() {
  const change = useUndo((state) => latestChange(state.changes))
  if (!change) return null
  return (
    <button
      type="button"
      className="o-strip-toggle o-strip-undo"
      title={`Undo: ${change.title} (Ctrl+Z)`}
      aria-label={`Undo: ${change.title}`}
      onClick={askLatest}
    >
      <Icon name="undo" size={14} />
      <span className="o-clip">Undo: {change.title}</span>
    </button>
  )
}
