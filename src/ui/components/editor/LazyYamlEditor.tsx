import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useMinorRelease } from '../../queries/flags'
import { useSystemClient } from '../../state/connection'
import './editor.css'
import { useNear } from './editor-near'
import { PlainEditor } from './PlainEditor'
import { oncePart, useEditorPart } from './use-editor-part'
import { useTextSchema } from './use-text-schema'
import type { YamlEditorProps } from './YamlEditor'

const YAML_EDITOR = oncePart(() => import('./YamlEditor').then((m) => m.YamlEditor))

/**
 * The YAML editor with the schemas of the kinds in its text. The text is shown at once; the editor is loaded when the user
 * interacts with the page, or when there are marks or owners to show.
 */
export function LazyYamlEditor({
  partial = false,
  plain = false,
  own,
  ...props
}: Omit<YamlEditorProps, 'schema'> & {
  /** The text is a part of an object, so no field is reported as missing. */
  readonly partial?: boolean
  /** The text is not an object, so it is not validated. */
  readonly plain?: boolean
  /** The schema of a text that is not an object of the cluster. */
  readonly own?: YamlEditorProps['schema']
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const marked = (props.marks?.length ?? 0) > 0 || (props.gutter?.length ?? 0) > 0
  const near = useNear()
  const wanted = near || marked || props.autoFocus === true
  const { schema, document, discovery } = useTextSchema(props.value, {
    wanted,
    partial,
    plain: plain || own !== undefined,
  })
  const release = useMinorRelease()
  const client = useSystemClient()
  const queries = useQueryClient()
  const completer = useCallback(
    async (text: string, offset: number) => {
      const [{ completeExpression, kindsAround, worldOf }, { knownKeys }] = await Promise.all([
        import('./complete-expression'),
        import('./known-keys'),
      ])
      const kinds = kindsAround(text, offset, discovery?.resources ?? [])
      const keys = await queries.fetchQuery({
        queryKey: ['known-keys', kinds.map(({ resource, group }) => `${resource}.${group}`)],
        queryFn: () => knownKeys(client, kinds),
        staleTime: 10_000,
      })
      return completeExpression(text, offset, worldOf(document, discovery, release, keys))
    },
    [client, document, discovery, queries, release],
  )
  const { part: YamlEditor, entered } = useEditorPart(YAML_EDITOR, wanted, field)
  // If the focus has moved to another field, leave it there.
  const focuses = useRef(props.autoFocus === true && YamlEditor !== undefined)
  return (
    <div className="o-editor">
      {YamlEditor ? (
        <YamlEditor
          {...props}
          autoFocus={focuses.current}
          entered={entered}
          completer={completer}
          schema={own ?? schema}
        />
      ) : (
        <PlainEditor {...props} field={field} />
      )}
    </div>
  )
}
