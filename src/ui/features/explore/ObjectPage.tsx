import { Suspense, useMemo, useState } from 'react'
import { CORE_EVENTS } from '../../../client/core-targets'
import { pathOf } from '../../../client/targets'
import { Go } from '../../components/Go'
import { Tabs } from '../../components/Tabs'
import { Icon } from '../../components/Icon'
import { copyText } from '../../state/notify'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { apiVersionFor, findResource, type ResourceInfo } from '../../queries/discovery'
import { useDiscovery } from '../../queries/use-discovery'
import { type LiveObject, useLiveObject, useLiveObjects } from '../../queries/live-objects'
import { pluralOf } from '../../queries/plural'
import { useClient } from '../../state/connection'
import { curlFor } from '../../state/curl'
import { useDrafts } from '../../state/drafts'
import { useIdentity } from '../../state/identity'
import { useKeys } from '../../state/keys'
import {
  groupFromPath,
  listPlace,
  objectPlace,
  type ResourceId,
  useGo,
  usePathState,
  useQueryState,
} from '../../state/place'
import { NotServed } from './NotServed'
import { draftId } from './draft-id'
import { DeleteDialog } from './DeleteDialog'
import { ObjectHead } from './ObjectHead'
import { hasLogs, ObjectTab } from './ObjectTab'
import './explore.css'

/** All about one object, live. */
export function ObjectPage() {
  const path = usePathState()
  const discovery = useDiscovery()
  const id: ResourceId = {
    group: groupFromPath(path['group'] ?? ''),
    version: path['version'] ?? '',
    resource: path['resource'] ?? '',
  }
  const info = findResource(discovery.data, id.group, id.version, id.resource)
  const namespace = path['namespace'] === '-' ? undefined : path['namespace']
  const name = path['name'] ?? ''
  if (info)
    return (
      <ObjectView
        key={`${id.group}/${id.version}/${id.resource}/${namespace ?? ''}/${name}`}
        info={info}
        namespace={namespace}
        name={name}
      />
    )
  return <NotServed id={id} discovery={discovery} />
}

function ObjectView({
  info,
  namespace,
  name,
}: {
  readonly info: ResourceInfo
  readonly namespace: string | undefined
  readonly name: string
}) {
  const client = useClient()
  const { identity } = useIdentity()
  const go = useGo()
  const tab = useQueryState()['tab'] ?? 'summary'
  const target = { ...info, namespace }
  const { object: found, phase, error } = useLiveObject(client, target, name)
  // List items lack apiVersion and kind.
  const object = useMemo(() => found && { apiVersion: apiVersionFor(info), kind: info.kind, ...found }, [found, info])
  const events = useLiveObjects(
    client,
    { ...CORE_EVENTS, namespace },
    { fieldSelector: `involvedObject.uid=${object?.metadata.uid ?? ''}` },
    object !== undefined,
  )
  const draft = useDrafts((state) => state.drafts[draftId(info, namespace, name)])
  const [deleting, setDeleting] = useState(false)
  const [editing, setEditing] = useState(false)
  const place = (to: string) => objectPlace(info, namespace, name, to === 'summary' ? {} : { tab: to })
  const show = (to: string) => go(place(to))
  const edit = (): void => {
    setEditing(true)
    show('yaml')
  }
  const path = pathOf(target, name)
  const copyYaml = async (): Promise<void> => {
    const { objectYaml } = await import('../../components/editor/documents')
    if (object) await copyText(objectYaml(object), 'YAML')
  }
  useKeys([
    { keys: 'e', title: 'Edit', run: edit },
    { keys: 'm', title: 'Show field owners', run: () => show('owners') },
    { keys: 'o', title: 'Show the owner graph', run: () => show('graph') },
    ...(hasLogs(info) ? [{ keys: 'l', title: 'Show the logs', run: () => show('logs') }] : []),
    { keys: 'h', title: 'Show the history', run: () => show('history') },
    ...(object ? [{ keys: 'y', title: 'Copy as YAML', run: () => void copyYaml() }] : []),
    { keys: 'c', title: 'Copy as curl', run: () => void copyText(curlFor('GET', path, identity), 'curl command') },
    ...(object && phase !== 'gone' ? [{ keys: 'Delete', title: 'Delete', run: () => setDeleting(true) }] : []),
    { keys: 'Escape', title: 'Back to the list', run: () => go(listPlace(info, namespace ? { ns: namespace } : {})) },
  ])
  const tabs = [
    ['summary', 'Summary'],
    ['yaml', 'YAML'],
    ['graph', 'Graph'],
    ['events', 'Events', events.items.length],
    ...(hasLogs(info) ? ([['logs', 'Logs']] as const) : []),
    ['history', 'History'],
    ['owners', 'Field owners', object?.metadata.managedFields?.length],
  ] as const
  return (
    <div className="o-page">
      <ObjectHead
        name={name}
        tab={tabs.find(([id]) => id === tab && id !== 'summary')?.[1]}
        info={info}
        namespace={namespace}
        object={object}
        phase={phase}
        copyYaml={copyYaml}
        path={path}
        edit={edit}
        draft={draft}
        setDeleting={setDeleting}
      />
      <Tabs
        label={`Parts of ${name}`}
        tabs={tabs.map(([id, title, count]) => ({ title, place: place(id), current: tab === id, count }))}
      />
      <div className="o-page-body o-column o-gap-start">
        <ReadFault phase={phase} error={error} />
        {phase === 'gone' && object && (
          <div className="o-failure o-gap-after" role="status">
            <Icon name="info" />
            <span>This object was deleted. Showing its last state; your draft is kept.</span>
          </div>
        )}
        {!object && phase === 'loading' && <Loading />}
        {!object && phase === 'gone' && (
          <Empty
            title={`${info.kind} "${name}" not found${namespace ? ` in namespace ${namespace}` : ''}`}
            icon="search"
            actions={<Go place={listPlace(info, namespace ? { ns: namespace } : {})}>Show all {pluralOf(info)}</Go>}
          >
            It may have been deleted, or it may be in another namespace. If it is created, it appears here immediately.
          </Empty>
        )}
        {object && (
          <Suspense fallback={<Loading />}>
            <ObjectTab {...{ tab, info, object, editing, events }} gone={phase === 'gone'} />
          </Suspense>
        )}
      </div>
      {deleting && object && (
        <DeleteDialog objects={[{ info, meta: object.metadata }]} onClose={() => setDeleting(false)} />
      )}
    </div>
  )
}

/** Why the object cannot be followed, if it can't. */
function ReadFault({ phase, error }: Pick<LiveObject, 'phase' | 'error'>) {
  if (phase !== 'failed' && phase !== 'unwatched') return null
  return (
    <div className="o-gap-after">
      <ErrorMessage error={error}>
        {phase === 'unwatched' &&
          'This user may get the object but not watch it, so the page reads it again every 10 seconds.'}
      </ErrorMessage>
    </div>
  )
}
