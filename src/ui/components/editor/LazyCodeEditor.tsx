import { lazy, Suspense } from 'react'
import { Loading } from '../States'
import type { CodeEditorProps } from './CodeEditor'
import './editor.css'

const CodeEditor = lazy(() => import('./CodeEditor').then((m) => ({ default: m.CodeEditor })))

/** The function editor, loaded on demand; it fills its container. */
export function LazyCodeEditor(props: CodeEditorProps) {
  return (
    <div className="o-editor">
      <Suspense fallback={<Loading lines={14} label="Loading the editor" />}>
        <CodeEditor {...props} />
      </Suspense>
    </div>
  )
}
