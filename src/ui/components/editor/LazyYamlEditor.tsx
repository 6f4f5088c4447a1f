import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { useDiscovery } from '../../queries/use-discovery'
import { useMinorRelease } from '../../queries/flags'
import { useOpenApi } from '../../queries/openapi'
import { useSystemClient } from '../../state/connection'
import { parseDocuments } from './documents'
import './editor.css'
import { useNear } from './editor-near'
import { PlainEditor } from './PlainEditor'
import { schemaFor } from './schema'
import { oncePart, useEditorPart } from './use-editor-part'
import type { YamlEditorProps } from './YamlEditor'

const YAML_EDITOR = oncePart(() => import('./YamlEditor').then((m) => m.YamlEditor))

const ANYTHING = {}

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
  const document = useOpenApi().data
  const discovery = useDiscovery().data
  const kinds = useMemo(
    () =>
      parseDocuments(props.value)
        .map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)
        .join('\n'),
    [props.value],
  )
  const schema = useMemo(
    () =>
      document &&
      schemaFor(
        document,
        discovery,
        kinds
          ? kinds.split('\n').map((pair) => ({ apiVersion: pair.split(' ')[0] ?? '', kind: pair.split(' ')[1] ?? '' }))
          : [],
        partial,
      ),
    [document, discovery, kinds, partial],
  )
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
  const field = useRef<HTMLTextAreaElement>(null)
  const marked = (props.marks?.length ?? 0) > 0 || (props.gutter?.length ?? 0) > 0
  const near = useNear()
  const { part: YamlEditor, entered } = useEditorPart(YAML_EDITOR, near || marked || props.autoFocus === true, field)
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
          schema={own ?? (plain ? ANYTHING : schema)}
        />
      ) : (
        <PlainEditor {...props} field={field} />
      )}
    </div>
  )
}
