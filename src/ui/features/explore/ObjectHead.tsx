import { ActionIcon, Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { NAMESPACES } from '../../../client/core-targets'
import type { ApiObject, ObjectMeta } from '../../../machinery/object'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import { Verdict } from '../../components/Verdict'
import { apiVersionFor, type ResourceInfo } from '../../queries/discovery'
import { pluralOf } from '../../queries/plural'
import { consolePlace, explainPlace, listPlace, objectPlace, useGo } from '../../state/place'
import type { Draft } from '../../state/drafts'
import { Tip } from '../../components/Tip'

const RunUntil = lazy(() => import('../../components/run-until/RunUntil').then((m) => ({ default: m.RunUntil })))

/** Whether controllers or simulated nodes change objects of a kind over time. */
const canMove = ({ group, resource, kind }: ResourceInfo): boolean =>
  ['apps', 'batch', 'autoscaling', 'policy'].includes(group) ||
  (group === '' && ['pods', 'nodes', 'persistentvolumeclaims', 'services'].includes(resource)) ||
  kind === 'Lease'

function Phase({ object, phase }: { readonly object: ApiObject | undefined; readonly phase: string }) {
  if (phase === 'gone') return <Verdict tone="refused">{object ? 'deleted' : 'not found'}</Verdict>
  if (object?.metadata.deletionTimestamp) return <Verdict tone="waiting">terminating</Verdict>
  return phase === 'live' ? <Verdict tone="allowed">live</Verdict> : null
}

/** The object's name and place, with its actions. */
export function ObjectHead({
  name,
  tab,
  info,
  namespace,
  object,
  phase,
  copyYaml,
  path,
  edit,
  draft,
  setDeleting,
}: {
  readonly name: string
  /** Title of the open tab; undefined for the first. */
  readonly tab: string | undefined
  readonly info: ResourceInfo
  readonly namespace: string | undefined
  readonly object: { apiVersion: string; kind: string; metadata: ObjectMeta } | undefined
  readonly phase: 'gone' | 'loading' | 'failed' | 'unwatched' | 'live'
  readonly copyYaml: () => Promise<void>
  readonly path: string
  readonly edit: () => void
  readonly draft: Draft | undefined
  readonly setDeleting: (next: boolean) => void
}) {
  const go = useGo()
  return (
    <PageHead
      title={name}
      tab={tab}
      area={info.kind}
      about={
        <>
          <Go place={explainPlace(info)}>{info.kind}</Go> (<code>{apiVersionFor(info)}</code>)
          {namespace && (
            <>
              {' '}
              in namespace <Go place={objectPlace(NAMESPACES, undefined, namespace)}>{namespace}</Go>
            </>
          )}
        </>
      }
      crumbs={
        <nav className="o-small" aria-label="Breadcrumb">
          <Go place={listPlace(info, namespace ? { ns: namespace } : {})}>{pluralOf(info)}</Go>
        </nav>
      }
    >
      <Phase object={object} phase={phase} />
      {phase === 'live' && canMove(info) && (
        <Suspense fallback={null}>
          <RunUntil target={{ ...info, namespace }} name={name} />
        </Suspense>
      )}
      <Tip label="Copy as YAML (y)">
        <ActionIcon variant="default" aria-label="Copy as YAML" disabled={!object} onClick={() => void copyYaml()}>
          <Icon name="copy" />
        </ActionIcon>
      </Tip>
      <Tip label="Open in console">
        <ActionIcon variant="default" aria-label="Open in console" onClick={() => go(consolePlace('GET', path))}>
          <Icon name="console" />
        </ActionIcon>
      </Tip>
      <Button variant="default" leftSection={<Icon name="edit" />} disabled={!object} onClick={edit}>
        {draft ? 'Continue editing' : 'Edit'}
      </Button>
      <Button
        variant="light"
        color="red"
        leftSection={<Icon name="trash" />}
        disabled={!object || phase === 'gone'}
        onClick={() => setDeleting(true)}
      >
        Delete
      </Button>
    </PageHead>
  )
}
