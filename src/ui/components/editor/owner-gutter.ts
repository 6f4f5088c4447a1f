import type { monaco } from './monaco'

/** An annotation of a line in the margin. */
export interface GutterLine {
  readonly line: number
  /** Classes that draw the marks; empty for lines without an owner. */
  readonly className: string
  /** Hover text, as sentences. */
  readonly hover: readonly string[]
  /** Text shown after the line. */
  readonly label?: string
}

/** Escapes Markdown, so that field names appear literally. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&')

/** Shows annotations in the margin of an editor; returns what removes them. */
export function showGutter(editor: monaco.editor.ICodeEditor, lines: readonly GutterLine[]): (() => void) | undefined {
  const model = editor.getModel()
  if (!model) return undefined
  editor.updateOptions({ lineDecorationsWidth: 16 })
  const decorations = editor.createDecorationsCollection(gutterDecorations(lines, model))
  return () => decorations.clear()
}

/** The editor decorations for annotated lines; lines beyond the end of the model are ignored. */
export function gutterDecorations(
  lines: readonly GutterLine[],
  model: monaco.editor.ITextModel,
): monaco.editor.IModelDeltaDecoration[] {
  const count = model.getLineCount()
  return lines
    .filter(({ line }) => line <= count)
    .map(({ line, className, hover, label }) => {
      const end = model.getLineMaxColumn(line)
      return {
        range: { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: end },
        options: {
          ...(className && { linesDecorationsClassName: className, linesDecorationsTooltip: hover.join('\n') }),
          hoverMessage: hover.map((text) => ({ value: escaped(text) })),
          ...(label && { after: { content: `   ${label}`, inlineClassName: 'o-own-name' } }),
          // Typing at a line's end must not extend its mark to other lines.
          stickiness: 1,
        },
      }
    })
}
