import type { JSONSchema } from 'monaco-yaml'
import { useEffect, useRef } from 'react'
import { useTextScale } from '../../state/preferences'
import { type Completer, setCompleter } from './expression-suggestions'
import type { Entered } from './use-editor-part'
import { EDITOR_OPTIONS, enterAt, followTheme, monaco, setSchema, textSize } from './monaco'
import type { Mark } from './field-position'
import { type GutterLine, gutterDecorations } from './owner-gutter'

export interface YamlEditorProps {
  /** Id of the model: the same id is the same text. */
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange?: (text: string) => void
  readonly onSave?: () => void
  /** Called on Ctrl+Enter or ⌘+Enter. */
  readonly onSubmit?: () => void
  /**
   * Called on Escape when the editor does not use it itself: the keyboard's way out. Without it, Tab after Escape leaves
   * the editor, until it is focused again.
   */
  readonly onLeave?: () => void
  /** Takes the editor out of the tab order; there must be another way in. */
  readonly skipped?: boolean
  /** Called with the cursor's line, counted from 1. */
  readonly onLine?: (line: number) => void
  readonly readOnly?: boolean
  readonly schema?: JSONSchema | undefined
  /** Completes expressions in the text. */
  readonly completer?: Completer
  /** The server's errors about parts of the text. */
  readonly marks?: readonly Mark[]
  /** Annotations of lines in the margin. */
  readonly gutter?: readonly GutterLine[]
  readonly autoFocus?: boolean
  /** Whether the user is already typing in this text: the cursor keeps its position. */
  readonly entered?: Entered | undefined
}

/** Widgets that Escape closes first. */
const OPEN_WIDGETS = [
  'suggestWidgetVisible',
  'findWidgetVisible',
  'editorHoverVisible',
  'markersNavigationVisible',
  'inSnippetMode',
]

/** A YAML editor that uses the cluster's schema. Loaded when first shown. */
export function YamlEditor({
  id,
  label,
  value,
  onChange,
  onSave,
  onSubmit,
  onLeave,
  skipped = false,
  onLine,
  readOnly = false,
  schema,
  completer,
  marks,
  gutter,
  autoFocus = false,
  entered,
}: YamlEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(undefined)
  const handlers = useRef({ onChange, onSave, onSubmit, onLeave, onLine })
  handlers.current = { onChange, onSave, onSubmit, onLeave, onLine }
  const submits = onSubmit !== undefined
  const leaves = onLeave !== undefined
  const scale = useTextScale()
  const scaled = useRef(scale)
  scaled.current = scale
  const uri = `inmemory://orchard/${encodeURIComponent(id)}.yaml`
  const start = useRef(value)
  start.current = value
  const entry = useRef(entered)

  useEffect(() => {
    if (!host.current) return
    followTheme()
    const at = monaco.Uri.parse(uri)
    const model = monaco.editor.getModel(at) ?? monaco.editor.createModel(start.current, 'yaml', at)
    const instance = monaco.editor.create(host.current, {
      ...EDITOR_OPTIONS,
      ...textSize(scaled.current),
      model,
      ariaLabel: leaves ? label : `${label}. Escape, then Tab leaves the editor.`,
      ...(skipped && { tabIndex: -1 }),
    })
    editor.current = instance
    const listener = model.onDidChangeContent(() => handlers.current.onChange?.(model.getValue()))
    // Use actions, not commands: with several editors on a page, the last one would receive all commands.
    const bind = (id: string, text: string, key: number, run: () => void, when?: string): void => {
      instance.addAction({
        id: `orchard.${id}`,
        label: text,
        keybindings: [key],
        ...(when !== undefined && { keybindingContext: when }),
        run,
      })
    }
    const { CtrlCmd } = monaco.KeyMod
    bind('save', 'Save', CtrlCmd | monaco.KeyCode.KeyS, () => handlers.current.onSave?.())
    if (submits) bind('submit', 'Send', CtrlCmd | monaco.KeyCode.Enter, () => handlers.current.onSubmit?.())
    bind(
      'leave',
      'Leave the editor',
      monaco.KeyCode.Escape,
      () => (leaves ? handlers.current.onLeave?.() : instance.updateOptions({ tabFocusMode: true })),
      OPEN_WIDGETS.map((name) => `!${name}`).join(' && '),
    )
    instance.onDidBlurEditorText(() => instance.updateOptions({ tabFocusMode: false }))
    instance.onDidChangeCursorPosition(({ position }) => handlers.current.onLine?.(position.lineNumber))
    if (entry.current) enterAt(instance, entry.current)
    else if (autoFocus) instance.focus()
    entry.current = undefined
    return () => {
      listener.dispose()
      instance.dispose()
      model.dispose()
      setSchema(uri, undefined)
      setCompleter(uri, undefined)
    }
  }, [uri, label, autoFocus, submits, leaves, skipped])

  useEffect(() => {
    const model = editor.current?.getModel()
    if (!model || model.getValue() === value) return
    // As an ordinary edit the replacement can be undone.
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null)
  }, [value, uri])
  useEffect(() => editor.current?.updateOptions({ readOnly, domReadOnly: readOnly }), [readOnly, uri])
  useEffect(() => setSchema(uri, schema), [schema, uri])
  useEffect(() => setCompleter(uri, completer), [completer, uri])
  useEffect(() => editor.current?.updateOptions(textSize(scale)), [scale])
  useEffect(() => {
    const model = editor.current?.getModel()
    if (!model) return
    monaco.editor.setModelMarkers(
      model,
      'server',
      (marks ?? []).map(({ from, to, message, severity }) => {
        const a = model.getPositionAt(from)
        const b = model.getPositionAt(to)
        return {
          startLineNumber: a.lineNumber,
          startColumn: a.column,
          endLineNumber: b.lineNumber,
          endColumn: b.column,
          message,
          source: 'server',
          severity: severity === 'warning' ? monaco.MarkerSeverity.Warning : monaco.MarkerSeverity.Error,
        }
      }),
    )
    const first = marks?.[0]
    if (first) editor.current?.revealPositionInCenterIfOutsideViewport(model.getPositionAt(first.from))
  }, [marks, uri])

  useEffect(() => {
    const model = editor.current?.getModel()
    if (!model || !gutter) return
    editor.current?.updateOptions({ lineDecorationsWidth: 16 })
    const decorations = editor.current?.createDecorationsCollection(gutterDecorations(gutter, model))
    return () => decorations?.clear()
  }, [gutter, uri])

  return <div ref={host} data-typing />
}
