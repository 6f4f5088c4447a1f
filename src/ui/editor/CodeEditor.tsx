import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import 'monaco-editor/languages/definitions/typescript/register'
import { applyTheme, EDITOR_OPTIONS, monaco } from './monaco'

export interface CodeEditorProps {
  /** Names the model: the same id is the same text. */
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onSave: () => void
}

/** A text in TypeScript, coloured but not checked: what is wrong with it shows when it runs. */
export function CodeEditor({ id, label, value, onChange, onSave }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(undefined)
  const hands = useRef({ onChange, onSave })
  hands.current = { onChange, onSave }
  const start = useRef(value)
  start.current = value
  const scheme = useComputedColorScheme('dark')
  const uri = `inmemory://orchard/${encodeURIComponent(id)}.ts`

  useEffect(() => {
    if (!host.current) return
    const at = monaco.Uri.parse(uri)
    const model = monaco.editor.getModel(at) ?? monaco.editor.createModel(start.current, 'typescript', at)
    model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } })
    const instance = monaco.editor.create(host.current, {
      ...EDITOR_OPTIONS,
      language: 'typescript',
      model,
      ariaLabel: `${label}. Escape, then Tab leaves the editor.`,
    })
    editor.current = instance
    const listener = model.onDidChangeContent(() => hands.current.onChange(model.getValue()))
    instance.addAction({
      id: 'orchard.save',
      label: 'Save',
      keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS],
      run: () => hands.current.onSave(),
    })
    instance.addAction({
      id: 'orchard.leave',
      label: 'Leave the editor',
      keybindings: [monaco.KeyCode.Escape],
      keybindingContext: '!suggestWidgetVisible && !findWidgetVisible',
      run: () => instance.updateOptions({ tabFocusMode: true }),
    })
    instance.onDidBlurEditorText(() => instance.updateOptions({ tabFocusMode: false }))
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
  useEffect(() => applyTheme(scheme), [scheme])

  return <div ref={host} data-typing />
}
