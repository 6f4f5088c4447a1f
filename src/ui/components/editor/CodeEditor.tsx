import { useEffect } from 'react'
import 'monaco-editor/languages/definitions/typescript/register'
import { monaco } from './monaco'
import { type TextEditorProps, useTextEditor } from './use-text-editor'

/** Properties of the editor for code and expressions. */
export interface CodeEditorProps extends TextEditorProps {
  /** The compile error and its position; line and column count from 1. */
  readonly problem?: { readonly line: number; readonly column: number; readonly message: string } | undefined
  /** Completions after `name.`; entries without a name are offered everywhere. */
  readonly fields?: readonly (readonly [after: string, name: string, type: string, about: string])[]
}

const NO_FIELDS: NonNullable<CodeEditorProps['fields']> = []

/** Offers completions in one model: the fields of the name before the dot, and those that belong to no name. */
function offerFields(uri: string, fields: NonNullable<CodeEditorProps['fields']>): monaco.IDisposable {
  return monaco.languages.registerCompletionItemProvider('typescript', {
    triggerCharacters: ['.'],
    provideCompletionItems(model, position) {
      if (model.uri.toString() !== monaco.Uri.parse(uri).toString()) return { suggestions: [] }
      const before = model.getLineContent(position.lineNumber).slice(0, position.column - 1)
      const [, owner = ''] = /([A-Za-z]+)\??\.\w*$/.exec(before) ?? []
      const after = owner === 'oldObject' ? 'object' : owner
      const word = model.getWordUntilPosition(position)
      const range = new monaco.Range(position.lineNumber, word.startColumn, position.lineNumber, word.endColumn)
      return {
        suggestions: fields
          .filter(([of]) => of === after)
          .map(([, name, type, about]) => ({
            label: name,
            kind: monaco.languages.CompletionItemKind.Field,
            detail: type,
            documentation: about,
            insertText: name,
            range,
          })),
      }
    },
  })
}

const TYPESCRIPT = { language: 'typescript', suffix: 'ts' }

/** A TypeScript editor without type checking; the caller compiles the text and passes in the error. */
export function CodeEditor({ problem, fields = NO_FIELDS, ...props }: CodeEditorProps) {
  const { host, editor, uri } = useTextEditor(TYPESCRIPT, props)
  useEffect(() => {
    const model = editor.current?.getModel()
    if (!model) return
    const line = Math.min(problem?.line ?? 1, model.getLineCount())
    const marker = problem && {
      severity: monaco.MarkerSeverity.Error,
      message: problem.message,
      startLineNumber: line,
      startColumn: problem.column,
      endLineNumber: line,
      endColumn: Math.max(problem.column + 1, model.getLineMaxColumn(line)),
    }
    monaco.editor.setModelMarkers(model, 'orchard', marker ? [marker] : [])
  }, [problem, editor, uri])
  useEffect(() => {
    if (fields.length === 0) return
    const offer = offerFields(uri, fields)
    return () => offer.dispose()
  }, [fields, uri])

  return <div ref={host} data-typing />
}
