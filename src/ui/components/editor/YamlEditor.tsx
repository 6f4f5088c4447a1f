import type { JSONSchema } from 'monaco-yaml'
import { useEffect } from 'react'
import { type Completer, setCompleter } from './expression-suggestions'
import type { Mark } from './field-position'
import { showMarks } from './marks'
import { setSchema } from './monaco'
import { type GutterLine, showGutter } from './owner-gutter'
import { type TextEditorProps, useTextEditor } from './use-text-editor'

/** Properties of the editor for YAML. */
export interface YamlEditorProps extends TextEditorProps {
  readonly readOnly?: boolean
  readonly schema?: JSONSchema | undefined
  /** Completes expressions in the text. */
  readonly completer?: Completer
  /** The server's errors about parts of the text. */
  readonly marks?: readonly Mark[]
  /** Annotations of lines in the margin. */
  readonly gutter?: readonly GutterLine[]
}

const YAML = { language: 'yaml', suffix: 'yaml' }

/** A YAML editor that uses the cluster's schema. Loaded when first shown. */
export function YamlEditor({ readOnly = false, schema, completer, marks, gutter, ...props }: YamlEditorProps) {
  const { host, editor, uri } = useTextEditor(YAML, props)
  useEffect(
    () => () => {
      setSchema(uri, undefined)
      setCompleter(uri, undefined)
    },
    [uri],
  )
  useEffect(() => editor.current?.updateOptions({ readOnly, domReadOnly: readOnly }), [readOnly, editor, uri])
  useEffect(() => setSchema(uri, schema), [schema, uri])
  useEffect(() => setCompleter(uri, completer), [completer, uri])
  useEffect(() => (editor.current ? showMarks(editor.current, marks ?? []) : undefined), [marks, editor, uri])
  useEffect(() => (editor.current && gutter ? showGutter(editor.current, gutter) : undefined), [gutter, editor, uri])

  return <div ref={host} data-typing />
}
