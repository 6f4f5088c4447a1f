import type { Mark } from './field-position'
import { monaco } from './monaco'

/** Underlines the parts of a text that marks are about, and scrolls to the first. */
export function showMarks(editor: monaco.editor.ICodeEditor, marks: readonly Mark[]): void {
  const model = editor.getModel()
  if (!model) return
  const markers = marks.map(({ from, to, message, severity }) => {
    const [start, end] = [model.getPositionAt(from), model.getPositionAt(to)]
    return {
      startLineNumber: start.lineNumber,
      startColumn: start.column,
      endLineNumber: end.lineNumber,
      endColumn: end.column,
      message,
      source: 'server',
      severity: severity === 'warning' ? monaco.MarkerSeverity.Warning : monaco.MarkerSeverity.Error,
    }
  })
  monaco.editor.setModelMarkers(model, 'server', markers)
  const first = marks[0]
  if (first) editor.revealPositionInCenterIfOutsideViewport(model.getPositionAt(first.from))
}
