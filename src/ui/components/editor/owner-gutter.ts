import type { monaco } from './monaco'

/** What the margin says of a line. */
export interface GutterLine {
  readonly line: number
  /** Classes that draw the marks; empty where nobody owns the line. */
  readonly className: string
  /** Sentences for hovering. */
  readonly hover: readonly string[]
  /** Stands behind the text. */
  readonly label?: string
}

/** Sentences as the editor shows them: names of fields stay as they are, whatever characters they have. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&')

/** The decorations of an editor's model for such lines; those beyond its end are left out. */
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
          // Typing at the ends of a line does not stretch its mark over others.
          stickiness: 1,
        },
      }
    })
}
