import { useEffect, useRef } from 'react'
import 'monaco-editor/languages/definitions/typescript/register'
import { usePreferences, useTextScale } from '../../state/preferences'
import { bindKeys } from './editor-keys'
import type { Entered } from './use-editor-part'
import { EDITOR_OPTIONS, enterAt, followTheme, lineWrap, monaco, ONE_COLOUR_OF_BRACKETS, textSize } from './monaco'

export interface CodeEditorProps {
  /** Id of the model: the same id is the same text. */
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onSave: () => void
  /** Whether the user is already typing in this text: the cursor keeps its position. */
  readonly entered?: Entered | undefined
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

/** A TypeScript editor without type checking; the caller compiles the text and passes in the error. */
export function CodeEditor({
  id,
  label,
  value,
  onChange,
  onSave,
  entered,
  problem,
  fields = NO_FIELDS,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(undefined)
  const handlers = useRef({ onChange, onSave })
  handlers.current = { onChange, onSave }
  const start = useRef(value)
  start.current = value
  const entry = useRef(entered)
  const scale = useTextScale()
  const wrap = usePreferences(({ wrapLines }) => wrapLines)
  const looks = useRef({ scale, wrap })
  looks.current = { scale, wrap }
  const uri = `inmemory://orchard/${encodeURIComponent(id)}.ts`

  useEffect(() => {
    if (!host.current) return
    followTheme()
    const at = monaco.Uri.parse(uri)
    const model = monaco.editor.getModel(at) ?? monaco.editor.createModel(start.current, 'typescript', at)
    model.updateOptions(ONE_COLOUR_OF_BRACKETS)
    const instance = monaco.editor.create(host.current, {
      ...EDITOR_OPTIONS,
      ...textSize(looks.current.scale),
      ...lineWrap(looks.current.wrap),
      language: 'typescript',
      model,
      ariaLabel: `${label}. Escape, then Tab leaves the editor.`,
    })
    editor.current = instance
    const listener = model.onDidChangeContent(() => handlers.current.onChange(model.getValue()))
    bindKeys(instance, { onSave: () => handlers.current.onSave() })
    if (entry.current) enterAt(instance, entry.current)
    entry.current = undefined
    return () => {
      listener.dispose()
      instance.dispose()
      model.dispose()
    }
  }, [uri, label])
  useEffect(() => {
    const model = editor.current?.getModel()
    if (!model || model.getValue() === value) return
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null)
  }, [value, uri])
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
  }, [problem, uri])
  useEffect(() => {
    if (fields.length === 0) return
    const offer = offerFields(uri, fields)
    return () => offer.dispose()
  }, [fields, uri])
  useEffect(() => editor.current?.updateOptions({ ...textSize(scale), ...lineWrap(wrap) }), [scale, wrap])

  return <div ref={host} data-typing />
}
