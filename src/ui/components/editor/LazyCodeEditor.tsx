import { useRef } from 'react'
import type { CodeEditorProps } from './CodeEditor'
import './editor.css'
import { useNear } from './editor-near'
import { PlainEditor } from './PlainEditor'
import { oncePart, useEditorPart } from './use-editor-part'

const CODE_EDITOR = oncePart(() => import('./CodeEditor').then((m) => m.CodeEditor))

/** The function editor; it fills its container. Its text is shown at once, and the editor is loaded on demand. */
export function LazyCodeEditor(props: CodeEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const near = useNear()
  const { part: CodeEditor, entered } = useEditorPart(CODE_EDITOR, near || props.problem !== undefined, field)
  return (
    <div className="o-editor">
      {CodeEditor ? <CodeEditor {...props} entered={entered} /> : <PlainEditor {...props} field={field} />}
    </div>
  )
}
