import { Select, Switch } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { isObject, at } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { CopyButton } from '../../components/CopyButton'
import { Empty, ErrorMessage, Loading } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import type { ResourceInfo } from '../../queries/discovery'
import { type LiveLog, useLiveLog } from '../../queries/live-log'
import { useClient } from '../../state/connection'
import { useQueryState, useSetQuery } from '../../state/place'
import { cellText } from './rows'

/** The items of a list in an object that are objects themselves. */
const objectsAt = (object: ApiObject, ...path: string[]): Readonly<Record<string, unknown>>[] => {
  const list = at(object, ...path)
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** A container's status; it changes with every start and end of the container. */
const statusOf = (pod: ApiObject, container: string) =>
  ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses']
    .flatMap((list) => objectsAt(pod, 'status', list))
    .find(({ name }) => name === container)

/** The logs of a pod's containers, as they are written. */
export function LogTab({ info, object: pod }: { readonly info: ResourceInfo; readonly object: ApiObject }) {
  const query = useQueryState()
  const setQuery = useSetQuery()
  const names = ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) =>
    objectsAt(pod, 'spec', list).map(({ name }) => cellText(name)),
  )
  const container = names.find((name) => name === query['container']) ?? names[0] ?? ''
  const status = statusOf(pod, container)
  const restarted = Number(status?.['restartCount'] ?? 0) > 0
  const previous = restarted && query['previous'] === 'yes'
  const log = useLiveLog(useClient(), { ...info, namespace: pod.metadata.namespace }, pod.metadata.name ?? '', {
    container,
    previous,
    run: JSON.stringify([status?.['restartCount'], status?.['state'], at(pod, 'spec', 'nodeName')]),
  })
  return (
    <div className="o-stack">
      <div className="o-row wrap">
        {names.length > 1 && (
          <Select
            aria-label="Container"
            data={names}
            value={container}
            allowDeselect={false}
            onChange={(chosen) => setQuery({ container: chosen ?? undefined })}
          />
        )}
        <Switch
          label="Previous run"
          checked={previous}
          disabled={!restarted}
          onChange={(event) => setQuery({ previous: event.currentTarget.checked ? 'yes' : undefined })}
        />
        <span className="o-grow" />
        {log.phase === 'live' && <Verdict tone="allowed">following</Verdict>}
        {log.phase === 'ended' && <Verdict tone="none">ended</Verdict>}
        <CopyButton label="Copy the log" shown="Copy" text={() => log.text} />
      </div>
      <LogText log={log} container={container} />
    </div>
  )
}

function LogText({ log, container }: { readonly log: LiveLog; readonly container: string }) {
  const box = useRef<HTMLPreElement>(null)
  const atEnd = useRef(true)
  // New lines stay in view, unless the user has scrolled up.
  useLayoutEffect(() => {
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [log.text])
  if (log.phase === 'failed') return <ErrorMessage error={log.error} />
  if (log.phase === 'loading') return <Loading lines={4} label="Reading the log" />
  if (log.text === '')
    return (
      <Empty title="No lines yet" icon="list">
        The log of a simulated container grows by a line every few seconds.
      </Empty>
    )
  return (
    <pre
      ref={box}
      className="o-code o-mono o-pod-log"
      tabIndex={0}
      role="log"
      aria-label={`Log of ${container}`}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollTop + clientHeight >= scrollHeight - 4
      }}
    >
      {log.text}
    </pre>
  )
}
