import type { JSONSchema } from 'monaco-yaml'
import { useEffect, useRef } from 'react'
import { usePreferences, useTextScale } from '../../state/preferences'
import { type Completer, setCompleter } from './expression-suggestions'
import type { Entered } from './use-editor-part'
import { bindKeys } from './editor-keys'
import {
  EDITOR_OPTIONS,
  enterAt,
  followTheme,
  lineWrap,
  monaco,
  ONE_COLOUR_OF_BRACKETS,
  setSchema,
  textSize,
} from './monaco'
import type { Mark } from './field-position'
import { showMarks } from './marks'
import { type GutterLine, showGutter } from './owner-gutter'

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
  /** Wraps long lines whatever the preference is: for editors in narrow columns. */
  readonly wraps?: boolean
  /** Whether the user is already typing in this text: the cursor keeps its position. */
  readonly entered?: Entered | undefined
}

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
  wraps = false,
  entered,
}: YamlEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(undefined)
  const handlers = useRef({ onChange, onSave, onSubmit, onLeave, onLine })
  handlers.current = { onChange, onSave, onSubmit, onLeave, onLine }
  const submits = onSubmit !== undefined
  const leaves = onLeave !== undefined
  const scale = useTextScale()
  const wrap = usePreferences(({ wrapLines }) => wrapLines) || wraps
  const looks = useRef({ scale, wrap })
  looks.current = { scale, wrap }
  const uri = `inmemory://orchard/${encodeURIComponent(id)}.yaml`
  const start = useRef(value)
  start.current = value
  const entry = useRef(entered)

  useEffect(() => {
    if (!host.current) return
    followTheme()
    const at = monaco.Uri.parse(uri)
    const model = monaco.editor.getModel(at) ?? monaco.editor.createModel(start.current, 'yaml', at)
    model.updateOptions(ONE_COLOUR_OF_BRACKETS)
    const instance = monaco.editor.create(host.current, {
      ...EDITOR_OPTIONS,
      ...textSize(looks.current.scale),
      ...lineWrap(looks.current.wrap),
      model,
      ariaLabel: leaves ? label : `${label}. Escape, then Tab leaves the editor.`,
      ...(skipped && { tabIndex: -1 }),
    })
    editor.current = instance
    const listener = model.onDidChangeContent(() => handlers.current.onChange?.(model.getValue()))
    bindKeys(instance, {
      onSave: () => handlers.current.onSave?.(),
      ...(submits && { onSubmit: () => handlers.current.onSubmit?.() }),
      ...(leaves && { onLeave: () => handlers.current.onLeave?.() }),
    })
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
  useEffect(() => editor.current?.updateOptions({ ...textSize(scale), ...lineWrap(wrap) }), [scale, wrap])
  useEffect(() => (editor.current ? showMarks(editor.current, marks ?? []) : undefined), [marks, uri])
  useEffect(() => (editor.current && gutter ? showGutter(editor.current, gutter) : undefined), [gutter, uri])

  return <div ref={host} data-typing />
}
