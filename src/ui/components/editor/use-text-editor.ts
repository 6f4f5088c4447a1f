import { type RefObject, useEffect, useRef } from 'react'
import { usePreferences, useTextScale } from '../../state/preferences'
import { bindKeys } from './editor-keys'
import { EDITOR_OPTIONS, enterAt, followTheme, lineWrap, monaco, ONE_COLOUR_OF_BRACKETS, textSize } from './monaco'
import { modelUri } from './model-uri'
import type { Entered } from './use-editor-part'

/** What every editor of a text has, whatever its language is. */
export interface TextEditorProps {
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
  readonly autoFocus?: boolean
  /** Wraps long lines whatever the preference is: for editors in narrow columns. */
  readonly wraps?: boolean
  /** Whether the user is already typing in this text: the cursor keeps its position. */
  readonly entered?: Entered | undefined
}

interface TextEditor {
  /** The element that the editor is created in. */
  readonly host: RefObject<HTMLDivElement | null>
  readonly editor: RefObject<monaco.editor.IStandaloneCodeEditor | undefined>
  readonly uri: string
}

/** An editor with its model, keys and look. Its text follows `value`; both are disposed of with the component. */
export function useTextEditor(
  { language, suffix }: { readonly language: string; readonly suffix: string },
  {
    id,
    label,
    value,
    onChange,
    onSave,
    onSubmit,
    onLeave,
    skipped = false,
    onLine,
    autoFocus = false,
    wraps = false,
    entered,
  }: TextEditorProps,
): TextEditor {
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
  const uri = modelUri(id, suffix)
  const start = useRef(value)
  start.current = value
  const entry = useRef(entered)

  useEffect(() => {
    if (!host.current) return
    followTheme()
    const at = monaco.Uri.parse(uri)
    const model = monaco.editor.getModel(at) ?? monaco.editor.createModel(start.current, language, at)
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
    }
  }, [uri, language, label, autoFocus, submits, leaves, skipped])

  useEffect(() => {
    const model = editor.current?.getModel()
    if (!model || model.getValue() === value) return
    // As an ordinary edit the replacement can be undone.
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null)
  }, [value, uri])
  useEffect(() => editor.current?.updateOptions({ ...textSize(scale), ...lineWrap(wrap) }), [scale, wrap])
  return { host, editor, uri }
}
